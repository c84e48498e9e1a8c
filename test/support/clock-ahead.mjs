// Loaded before a service by `node --import`, with `?milliseconds=` in its address: everything in the
// service then tells a time that is so far ahead, or behind, its worker threads included.
import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';

const ahead = Number(new URL(import.meta.url).searchParams.get('milliseconds'));
const { now } = Date;
const { Worker } = workerThreads;

Date.now = () => now() + ahead;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, made) =>
    Reflect.construct(target, given.length === 0 ? [target.now()] : given, made),
});

workerThreads.Worker = class extends Worker {
  constructor(file, options = {}) {
    const execArgv = [...(options.execArgv ?? []), '--import', import.meta.url];
    super(file, { ...options, execArgv });
  }
};
syncBuiltinESMExports();
