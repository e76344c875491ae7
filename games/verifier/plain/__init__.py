"""A quick reader for games that are plainly right, and no judge of any other.

It takes stored texts as they are, works the proof and the play out from as few of them as it can,
writes all others anew and compares bytes. What it accepts, the ten steps accept. What it does not
accept may still be right: then the ten steps say so, or name what is wrong.
"""
