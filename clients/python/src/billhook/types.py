"""The types of what is sent, answered and reported."""

from ._generated.types import *  # noqa: F403
from ._generated.types import __all__ as __all__
