"""The verifier as one file: offered, and its hash in the log."""

from hashlib import sha256
from pathlib import Path

from django.core.management import call_command
from django.test import Client

from deals.fairness.entries import parse_entry
from deals.models import Entry
from deals.selectors.log import latest_checkpoint


def test_the_offered_file_is_the_one_whose_hash_stands_in_the_log(log, settings, tmp_path):
    settings.HEARTS_VERIFIER = tmp_path / "verifier" / "hearts-verify.pyz"
    client = Client()
    assert client.get("/verifier/hearts-verify.pyz").status_code == 404
    for _ in range(2):
        call_command("offerverifier", "0.2.0")
    given = client.get("/verifier/hearts-verify.pyz")
    (entry,) = map(
        parse_entry, Entry.objects.filter(kind="verifier").values_list("text", flat=True)
    )
    assert (entry.version, entry.sha256) == ("0.2.0", sha256(given.content).hexdigest())
    assert given["ETag"] == f'"{entry.sha256}"'
    assert latest_checkpoint().size == 3
    assert client.post("/verifier/hearts-verify.pyz").status_code == 405


def test_a_file_that_was_built_elsewhere_can_be_offered(log, settings, tmp_path, capsys):
    settings.HEARTS_VERIFIER = tmp_path / "offered.pyz"
    built = tmp_path / "built.pyz"
    built.write_bytes(b"PK")
    call_command("offerverifier", "0.3.0", "--file", str(built))
    assert sha256(b"PK").hexdigest() in capsys.readouterr().out
    assert Path(settings.HEARTS_VERIFIER).read_bytes() == b"PK"
