"""stub"""


def demo() -> None:
    """Demo.

    \b
    Example:
      rmb demo
    """
