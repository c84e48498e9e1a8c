/**
 * Money: whole cents inside, a decimal text with two digits at the edge (decision: whole-cents).
 */

/** One hundred million dollars, far above any bill, far below the limits of exact integers. */
export const MAX_CENTS = 10_000_000_000;

/** `10000` → `"100.00"`. */
export function moneyText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `"100"`, `"100.5"` or `"100.50"` → `10000`, …; nothing when it is no amount of money. */
export function parseMoney(text: string): number | undefined {
  const parts = /^(0|[1-9]\d{0,8})(?:\.(\d{1,2}))?$/.exec(text);
  if (!parts) return undefined;
  const cents = Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
  return cents <= MAX_CENTS ? cents : undefined;
}

/** Amounts as the interface shows them; what isn't known is left out. */
export function moneyTexts<N extends string>(
  cents: Readonly<Partial<Record<N, number>>>,
): Partial<Record<N, string>> {
  const known = Object.entries<number>(cents as Record<N, number>).filter(([, value]) =>
    Number.isInteger(value),
  );
  return Object.fromEntries(known.map(([name, value]) => [name, moneyText(value)])) as Partial<
    Record<N, string>
  >;
}
