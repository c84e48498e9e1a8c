"""A list, page by page and item by item."""

from __future__ import annotations

from typing import Any, Generic, Iterator, Mapping, TypeVar, cast

from ._operation import Call

Item = TypeVar("Item")
Page = TypeVar("Page")


class Pages(Generic[Item, Page]):
    """Iterate over it for every item in turn. The next page is asked for when it is reached."""

    def __init__(
        self,
        call: Call,
        name: str,
        given: Mapping[str, Any] | None,
        idempotency_key: None,
        timeout_seconds: float | None,
        max_retries: int | None,
    ) -> None:
        def ask(cursor: str | None) -> Any:
            asked = dict(given or {})
            if cursor is not None:
                asked["cursor"] = cursor
            return call(name, asked, idempotency_key, timeout_seconds, max_retries)

        self._ask = ask

    def first(self) -> Page:
        """The first page, with ``nextCursor`` if the list goes on."""
        return cast(Page, self._ask(None))

    def pages(self) -> Iterator[Page]:
        cursor: str | None = None
        while True:
            page = self._ask(cursor)
            yield cast(Page, page)
            cursor = page.get("nextCursor")
            if cursor is None:
                return

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from cast("dict[str, list[Item]]", page)["data"]
