"""What a bundle says of a deal that never was committed."""

from games.verifier.story import DealStory


def test_a_deal_without_a_commit_is_of_no_hand():
    story = DealStory(number=7, lines=(), entries=(), proof=None)
    assert (story.hand, story.commit, story.opened) == (0, None, None)
