"""Every step of a game, in one fold."""

from dataclasses import replace

from games.events.event import parse_event
from games.replay.frames import table_frames
from games.replay.table import replay_events
from tests.games.replay.test_table import HEADER, LINES, hidden_of_vector

EVENTS = list(map(parse_event, LINES))


def test_every_frame_is_the_state_that_a_replay_up_to_there_gives():
    frames = list(table_frames(HEADER, EVENTS, hidden_of_vector))
    assert len(frames) == len(EVENTS) + 1
    for seq, frame in enumerate(frames):
        assert frame == replay_events(HEADER, EVENTS[:seq], hidden_of_vector)


def test_frames_may_begin_in_the_middle():
    frames = list(table_frames(HEADER, EVENTS[:30], hidden_of_vector, first=20))
    assert [frame.seq for frame in frames] == list(range(20, 31))


def test_the_first_line_that_can_not_follow_ends_the_steps_and_is_named():
    wrong = [*EVENTS[:19], replace(EVENTS[19], seq=99), *EVENTS[20:]]
    *_, last = table_frames(HEADER, wrong, hidden_of_vector, first=50)
    assert last.seq == 19
    assert [finding.seq for finding in last.findings] == [99]
