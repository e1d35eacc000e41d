# What runs in the worker beside the page: it answers questions, and knows nothing of the game they are from.
from engine.question import answered


def think(question):
    return answered(question)


__export__ = ["think"]
