/**
 * What the first screen does not wait for: the styles that only later screens need, and the fonts.
 * They come after it was drawn.
 */
import type { Theme } from './theme.ts';

/** Its address on the modules' host; the build puts it here. */
declare const LATE_STYLES: string;

export function loadLate(theme: Theme): void {
  // Two frames on, what stood there has been drawn.
  requestAnimationFrame(() =>
    setTimeout(() => {
      addLateStyles();
      // Where they do not come, the system's font stays.
      import('./fonts.ts').then(({ loadLateFonts }) => loadLateFonts(theme)).catch(() => {});
    }),
  );
}

/** Also for the preview, whose screens are all there at once. */
export function addLateStyles(): void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = LATE_STYLES;
  document.head.append(link);
}
