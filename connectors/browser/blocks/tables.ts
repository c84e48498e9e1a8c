/** Tables as a website shows them. */
import type { Page } from 'playwright-core';
import { UnknownPage } from './unknown-page.ts';

/** The rows of the first table with these heads, each by its heads. @throws UnknownPage */
export async function lookForTable<H extends string>(
  page: Page,
  heads: readonly H[],
): Promise<Record<H, string>[]> {
  const tables = await page.getByRole('table').evaluateAll(readTables);
  const found = tables.find((table) => heads.every((head) => table.heads.includes(head)));
  if (!found) throw new UnknownPage('No table has these heads');
  return found.rows.map((cells) => {
    // A cell too many or too few, and an amount would be taken from under another head.
    if (cells.length !== found.heads.length)
      throw new UnknownPage('A row of the table has other cells than the table has heads');
    return Object.fromEntries(
      heads.map((head) => [head, cells[found.heads.indexOf(head)] ?? '']),
    ) as Record<H, string>;
  });
}

type Table = { readonly heads: string[]; readonly rows: string[][] };

/** Runs within the page. */
function readTables(tables: readonly Element[]): Table[] {
  const textOf = (element: Element) => (element as HTMLElement).innerText.trim();
  return tables.map((table) => {
    const rows = [...table.querySelectorAll('tr,[role=row]')];
    const headsOf = (row: Element) => [...row.querySelectorAll('th,[role=columnheader]')];
    const head = rows.find((row) => headsOf(row).length > 0);
    const below = rows.filter((row) => row !== head && (row as HTMLElement).offsetParent !== null);
    return {
      heads: head ? headsOf(head).map(textOf) : [],
      rows: below
        .map((row) => [...row.querySelectorAll('td,[role=cell]')].map(textOf))
        .filter((cells) => cells.length > 0),
    };
  });
}
