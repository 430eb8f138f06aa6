"""``python -m render [ending]``: a replay made by a process of its own; no chat waits for it.

With ``ending`` it is of the last moves alone. Takes the pickled scenes on standard input. Answers
with a line for each percent done, an empty line, and the animation.
"""

import os
import pickle
import sys

from render.replay import replay, replay_ending

NICENESS = 10
ENDING = "ending"


def main() -> None:
    """Make one replay. If whoever asked has gone, the broken pipe ends the work."""
    os.nice(NICENESS)
    scenes = pickle.load(sys.stdin.buffer)  # noqa: S301 - the bot's own, through its own pipe
    answer = sys.stdout.buffer
    told = -1

    def progress(share: float) -> None:
        nonlocal told
        percent = int(share * 100)
        if percent != told:
            told = percent
            answer.write(b"%d\n" % percent)
            answer.flush()

    make = replay_ending if sys.argv[1:] == [ENDING] else replay
    animation = make(scenes, progress)
    answer.write(b"\n")
    answer.write(animation)


if __name__ == "__main__":
    main()
