/** A page's globals, as far as opening it goes: its address, its history, its window. */
import { vi } from 'vitest';

export class FakePage {
  readonly location: { href: string };
  readonly history: {
    state: unknown;
    readonly replaceState: (state: unknown, _: string, address: string) => void;
  };
  readonly window: { parent?: unknown; readonly location: object } = { location: {} };

  /** @param state what the history kept of the page before it was loaded again. */
  constructor(href: string, state: unknown = null) {
    this.location = { href };
    this.history = {
      state,
      replaceState: (next, _, address) => {
        this.history.state = structuredClone(next);
        this.location.href = address;
      },
    };
    // At the top, a page is its own parent.
    this.window.parent = this.window;
    vi.stubGlobal('location', this.location);
    vi.stubGlobal('history', this.history);
    vi.stubGlobal('window', this.window);
  }
}
