/** Prints requests and responses as a reader would want to see them, with secrets masked. */

export type Transcript = {
  /** A heading, numbered. */
  readonly step: (title: string) => void;
  readonly remark: (text: string) => void;
  /** From here on, shows nothing but the last exchange, when it is released. */
  readonly hold: () => void;
  readonly release: () => void;
  /** Sends a request, and prints it with its response. */
  readonly fetch: typeof fetch;
};

type Options = {
  readonly write: (text: string) => void;
  readonly colour: boolean;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
};

const STYLES = { bold: '1', dim: '2', green: '32', red: '31', cyan: '36' } as const;
/** Lines of a response; the rest is left out. */
const MAX_LINES = 70;
const TOKEN_SHOWN = 16;

export function createTranscript({ write, colour, fetch: send = fetch }: Options): Transcript {
  const paint = (style: keyof typeof STYLES, text: string) =>
    colour ? `\u001B[${STYLES[style]}m${text}\u001B[0m` : text;
  let steps = 0;
  let held: { last?: string; count: number } | undefined;
  const show = (text: string) => {
    if (held) {
      held.last = text;
      held.count += 1;
    } else write(text);
  };
  return {
    step: (title) => {
      steps += 1;
      write(`\n${paint('bold', `${steps}. ${title}`)}\n`);
    },
    remark: (text) => write(`${paint('dim', text)}\n`),
    hold: () => {
      held = { count: 0 };
    },
    release: () => {
      const { last = '', count = 0 } = held ?? {};
      held = undefined;
      if (count > 1) write(`${paint('dim', `(requested ${count} times)`)}\n`);
      write(last);
    },
    fetch: async (input, init) => {
      const started = performance.now();
      const response = await send(input, init);
      const body = await response.clone().text();
      const took = `${Math.round(performance.now() - started)} ms`;
      const status = paint(response.ok ? 'green' : 'red', String(response.status));
      show(
        `${paint('cyan', `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`)}\n` +
          `${paint('dim', describeKey(init))}\n` +
          (typeof init?.body === 'string' ? `${maskedJson(init.body)}\n` : '') +
          `${status} ${paint('dim', `${took}, request-id ${response.headers.get('request-id')}`)}\n` +
          `${shortened(maskedJson(body))}\n`,
      );
      return response;
    },
  };
}

function describeKey(init: RequestInit | undefined): string {
  const header = new Headers(init?.headers).get('authorization') ?? '';
  return `Authorization: Bearer ${maskKey(header.replace('Bearer ', ''))}`;
}

/** Stage and nothing else: `bh_sandbox_…`. */
function maskKey(apiKey: string): string {
  const [prefix, stage] = apiKey.split('_');
  return prefix === 'bh' && stage ? `bh_${stage}_…` : '…';
}

type Mask = (value: string) => string;

const masks: Readonly<Record<string, Mask>> = {
  cardNumber: (value) => `XXXX${value.slice(-4)}`,
  cardCode: () => '***',
  accountNumber: (value) => `XXXX${value.slice(-4)}`,
  password: () => '********',
  token: (value) => `${value.slice(0, TOKEN_SHOWN)}…`,
  ssoToken: (value) => `${value.slice(0, TOKEN_SHOWN)}…`,
};

/** What tells a reader of the main job nothing. */
const folded = new Set(['logo', 'urls', 'fees', 'geo']);

/** JSON, indented, with each secret field masked; text that is no JSON as it is. */
function maskedJson(text: string): string {
  try {
    const mask = (name: string, value: unknown) => {
      if (typeof value === 'object' && folded.has(name)) return '{ … }';
      return typeof value === 'string' && masks[name] ? masks[name](value) : value;
    };
    return JSON.stringify(JSON.parse(text, mask), null, 2);
  } catch {
    return text;
  }
}

function shortened(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= MAX_LINES) return text;
  return [...lines.slice(0, MAX_LINES), `… ${lines.length - MAX_LINES} more lines`].join('\n');
}
