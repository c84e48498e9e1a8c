"""Whether a request is sent again, and when."""

from __future__ import annotations

import re
from email.utils import parsedate_to_datetime

FIRST_WAIT_SECONDS = 0.25
LONGEST_WAIT_SECONDS = 8.0
# What may go away by itself. 502 and 504 are of what stands before the service.
PASSING_STATUSES = (429, 500, 502, 503, 504)


def wait_before(
    *,
    status: int | None,
    code: str | None,
    retry_after_seconds: float | None,
    attempts: int,
    max_retries: int,
    max_wait_seconds: float,
    chance: float,
) -> float | None:
    """Seconds; ``None`` where it isn't sent again.

    ``status`` is missing where there was no answer. ``chance`` is from 0 to 1: calls that failed
    together don't come back together.
    """
    passing = status is None or status in PASSING_STATUSES or code == "request_in_progress"
    if attempts > max_retries or not passing:
        return None
    usual = min(FIRST_WAIT_SECONDS * 2.0 ** (attempts - 1), LONGEST_WAIT_SECONDS)
    if retry_after_seconds is None:
        return min(usual * (0.5 + chance / 2), max_wait_seconds)
    if retry_after_seconds > max_wait_seconds:
        return None
    return retry_after_seconds + usual * chance


def retry_after_of(text: str | None, now: float) -> float | None:
    """``Retry-After``: seconds, or the date of HTTP."""
    if text is None:
        return None
    if re.fullmatch(r"\s*[0-9]{1,9}\s*", text):
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (TypeError, ValueError):
        return None
