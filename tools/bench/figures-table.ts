/** Columns of even width for a terminal: names to the left, figures to the right. The first row is their heads. */
export function figuresTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.map((row) => (row[index] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((text, index) =>
        index === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
