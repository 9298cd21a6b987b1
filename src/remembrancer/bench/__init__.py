"""The bench room: how well and how fast memory answers, measured through the front door.

Everything here asks the public verbs alone, so that it measures what users get. Names of public
question sets stay in this room.
"""
