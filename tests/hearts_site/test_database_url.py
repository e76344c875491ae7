import pytest

from hearts_site.database_url import DatabaseUrlMalformed, parse_database_url


def test_an_address_is_taken_apart():
    url = parse_database_url("postgres://me:p%40ss@db.example:5433/hearts?sslmode=require")
    assert (url.user, url.password, url.host, url.port) == ("me", "p@ss", "db.example", "5433")
    assert (url.name, url.options) == ("hearts", {"sslmode": "require"})


def test_a_socket_directory_stands_in_the_query():
    url = parse_database_url("postgresql://hearts_app@/hearts?host=%2Fvar%2Frun%2Fpg")
    assert (url.host, url.port, url.password) == ("/var/run/pg", "", "")


def test_libpqs_form_quotes_what_needs_it():
    url = parse_database_url("postgres://me:it%27s%20%5C@/hearts?host=/s&sslmode=disable")
    assert url.conninfo() == (
        r"host='/s' dbname='hearts' user='me' password='it\'s \\' sslmode='disable'"
    )


@pytest.mark.parametrize(
    "text",
    ["", "mysql://me@host/hearts", "postgres://host", "postgres://host:port/hearts", "hearts"],
)
def test_what_is_no_address_is_refused_without_quoting_it(text):
    with pytest.raises(DatabaseUrlMalformed) as refused:
        parse_database_url(text)
    assert not text or text not in str(refused.value)


def test_the_password_is_not_shown():
    assert "secret" not in repr(parse_database_url("postgres://me:secret@host/hearts"))
