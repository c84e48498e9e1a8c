/** Starts the stub of AWS in a process of its own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { StubContent } from './aws-stub.ts';

export async function startStub(
  content: StubContent,
): Promise<{ readonly url: string; readonly stop: () => void }> {
  const stub = fork(join(import.meta.dirname, 'aws-stub.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Bytes stay bytes.
    serialization: 'advanced',
  });
  stub.send(content);
  const [port] = await once(stub, 'message');
  return { url: `http://127.0.0.1:${port}`, stop: () => stub.disconnect() };
}
