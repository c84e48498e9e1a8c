/** In kilometers, to a tenth; nothing of a company without a place. */
export function presentDistance(kilometers = Number.POSITIVE_INFINITY): {
  readonly distance?: number;
} {
  return Number.isFinite(kilometers) ? { distance: Math.round(kilometers * 10) / 10 } : {};
}
