/** A browser window, as far as a host's page with a frame in it goes. */

type Listener = (event: Record<string, unknown>) => void;

/** What another window would be given: kept, with the origin that it was meant for. */
export class FakeFrameWindow {
  readonly received: { readonly message: unknown; readonly targetOrigin: string }[] = [];

  postMessage(message: unknown, targetOrigin: string): void {
    this.received.push({ message, targetOrigin });
  }
}

export class FakeElement {
  readonly tag: string;
  readonly style: Record<string, string> = {};
  readonly attributes: Record<string, string> = {};
  readonly children: FakeElement[] = [];
  readonly #listeners = new Map<string, Set<Listener>>();
  parent: FakeElement | undefined;
  src = '';
  title = '';
  className = '';
  textContent = '';
  focused = 0;
  /** `closed` as long as it was never shown, then how it is shown. */
  shown: 'closed' | 'modal' = 'closed';
  /** What it was moved from. */
  readonly moved: unknown[] = [];
  readonly #frameWindow = new FakeFrameWindow();

  constructor(tag: string) {
    this.tag = tag;
  }

  /** As in a browser: a frame that is in no page has no window. */
  get contentWindow(): FakeFrameWindow | null {
    const isPlaced = this.tag === 'iframe' && this.parent !== undefined;
    return isPlaced ? this.#frameWindow : null;
  }

  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }

  append(...children: FakeElement[]): void {
    for (const child of children) {
      child.remove();
      child.parent = this;
      this.children.push(child);
    }
  }

  remove(): void {
    const siblings = this.parent?.children ?? [];
    if (siblings.includes(this)) siblings.splice(siblings.indexOf(this), 1);
    this.parent = undefined;
  }

  replaceWith(other: FakeElement): void {
    const siblings = this.parent?.children ?? [];
    other.parent = this.parent;
    siblings.splice(siblings.indexOf(this), 1, other);
    this.parent = undefined;
  }

  focus(): void {
    this.focused += 1;
  }

  animate([from]: readonly { readonly transform: string }[]): void {
    this.moved.push(from?.transform);
  }

  showModal(): void {
    this.shown = 'modal';
  }

  close(): void {
    if (this.shown === 'closed') return;
    this.shown = 'closed';
    this.dispatch('close', {});
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, (this.#listeners.get(type) ?? new Set()).add(listener));
  }

  removeEventListener(type: string, listener: Listener): void {
    this.#listeners.get(type)?.delete(listener);
  }

  dispatch(type: string, event: Record<string, unknown>): void {
    for (const listener of [...(this.#listeners.get(type) ?? [])]) listener(event);
  }

  countOf(type: string): number {
    return this.#listeners.get(type)?.size ?? 0;
  }
}

export class FakeWindow extends FakeElement {
  /** The media queries that it answers with yes. */
  readonly media: string[] = [];
  readonly document = {
    body: new FakeElement('body'),
    createElement: (tag: string) => new FakeElement(tag),
    defaultView: { matchMedia: (query: string) => ({ matches: this.media.includes(query) }) },
  };

  readonly location: { readonly origin: string; readonly ancestorOrigins?: readonly string[] } = {
    origin: 'https://app.example',
  };
  /** What the service says of the partner; none where it can't be asked. */
  look: { readonly status?: number; readonly origins?: readonly string[] } | undefined;
  readonly asked: string[] = [];

  constructor() {
    super('window');
  }

  async fetch(address: string) {
    this.asked.push(address);
    if (!this.look) throw new TypeError('Failed to fetch');
    const { status = 200, ...json } = this.look;
    return { ok: status < 300, status, json: async () => json };
  }

  setTimeout(act: () => void, milliseconds: number) {
    return setTimeout(act, milliseconds);
  }

  clearTimeout(timer: NodeJS.Timeout): void {
    clearTimeout(timer);
  }
}
