/** The styles that only later screens need: they come after the first one was drawn. */

/** Its address on the modules' host; the build puts it here. */
declare const LATE_STYLES: string;

export function loadLate(): void {
  // Two frames on, what stood there has been drawn.
  requestAnimationFrame(() => setTimeout(addLateStyles));
}

/** Also for the preview, whose screens are all there at once. */
export function addLateStyles(): void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = LATE_STYLES;
  document.head.append(link);
}
