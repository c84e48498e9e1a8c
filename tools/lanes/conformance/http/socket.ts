/** Requests as bytes, so that nothing sets right what is wrong with them. */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type Answered = {
  /** 0 when the connection was closed without an answer. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How many responses came. */
  readonly count: number;
};

const HANG_MILLISECONDS = 10_000;

/** Sends parts one after the other, with a pause between; reads until so many responses are there. */
export async function exchange(
  port: number,
  parts: readonly Uint8Array[],
  { responses = 1, ends = false, bodiless = false } = {},
): Promise<Answered | 'hangs'> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const chunks: Buffer[] = [];
  const ended = new Promise<'ended'>((resolve) => {
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (messagesIn(Buffer.concat(chunks), bodiless).length >= responses) resolve('ended');
    });
    socket.once('end', () => resolve('ended'));
    socket.once('close', () => resolve('ended'));
    // It was closed while something was still sent.
    socket.on('error', () => resolve('ended'));
  });
  for (const [index, part] of parts.entries()) {
    if (index > 0) await pause(200);
    socket.write(part);
  }
  if (ends) socket.end();
  const how = await Promise.race([
    ended,
    pause(HANG_MILLISECONDS, 'hangs' as const, { ref: false }),
  ]);
  socket.destroy();
  if (how === 'hangs') return 'hangs';
  const messages = messagesIn(Buffer.concat(chunks), bodiless);
  const last = messages.at(-1) ?? { status: 0, headers: {}, body: '' };
  return { ...last, count: messages.length };
}

type Message = Omit<Answered, 'count'>;

/** The responses that are there as a whole; 100 is none. */
function messagesIn(bytes: Buffer, bodiless: boolean): Message[] {
  const messages: Message[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return messages;
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const length = bodiless ? 0 : Number(headers['content-length'] ?? 0);
    const body = rest.subarray(end + 4, end + 4 + length);
    if (body.length < length) return messages;
    const status = Number(first.split(' ')[1]);
    if (status >= 200) messages.push({ status, headers, body: body.toString() });
    rest = rest.subarray(end + 4 + length);
  }
}
