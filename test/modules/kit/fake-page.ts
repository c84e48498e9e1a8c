/** A page's globals, as far as opening it goes: its address, its history, its window. */
import { vi } from 'vitest';

export class FakePage {
  readonly location: { href: string };
  readonly history: {
    state: unknown;
    readonly replaceState: (state: unknown, _: string, address: string) => void;
    readonly pushState: (state: unknown, _: string, address: string) => void;
    readonly go: (steps: number) => void;
  };
  /** The entries of the history; `at` is the one that is shown. */
  readonly entries: unknown[];
  at = 0;
  /** Listeners of `popstate`. */
  readonly listeners = new Set<() => void>();
  readonly window: { parent?: unknown; readonly location: object } = { location: {} };

  /** @param state what the history kept of the page before it was loaded again. */
  constructor(href: string, state: unknown = null) {
    this.location = { href };
    this.entries = [state];
    const write = (next: unknown, address: string) => {
      this.entries[this.at] = structuredClone(next);
      this.history.state = this.entries[this.at];
      this.location.href = address;
    };
    this.history = {
      state,
      replaceState: (next, _, address) => write(next, address),
      pushState: (next, _, address) => {
        this.at += 1;
        this.entries.length = this.at;
        write(next, address);
      },
      // As browsers do: a moment later, and where there is no such entry not at all.
      go: (steps) => queueMicrotask(() => this.travel(steps)),
    };
    // At the top, a page is its own parent.
    this.window.parent = this.window;
    vi.stubGlobal('addEventListener', (_: string, listener: () => void) => {
      this.listeners.add(listener);
    });
    vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => {
      this.listeners.delete(listener);
    });
    vi.stubGlobal('location', this.location);
    vi.stubGlobal('history', this.history);
    vi.stubGlobal('window', this.window);
  }

  /** As the browser's Back with -1. */
  travel(steps: number): void {
    const to = this.at + steps;
    if (to < 0 || to >= this.entries.length) return;
    this.at = to;
    this.history.state = this.entries[to];
    for (const listener of this.listeners) listener();
  }
}
