/** Unit tests reach nothing beyond this machine: a connection to any other address fails at once. */
import { Socket } from 'node:net';
import { afterAll } from 'vitest';

type Target = { readonly host?: string; readonly path?: string };

const loopback = new Set(['localhost', '127.0.0.1', '::1']);
const connect = Socket.prototype.connect;

Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
  const { host = 'localhost', path } = targetOf(given);
  if (path === undefined && !loopback.has(host)) {
    throw new Error(`A unit test connects to ${host}; the network is off.`);
  }
  return connect.apply(this, given as never);
} as typeof connect;

afterAll(() => {
  Socket.prototype.connect = connect;
});

/** `connect` takes options, a path, or port and host; Node itself passes a list of arguments. */
function targetOf([first, second]: unknown[]): Target {
  if (Array.isArray(first)) return targetOf(first);
  if (typeof first === 'object' && first !== null) return first as Target;
  if (typeof first === 'string' && Number.isNaN(Number(first))) return { path: first };
  return { host: typeof second === 'string' ? second : undefined };
}
