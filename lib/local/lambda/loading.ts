/** What a thread and a process have in common that host a function: what it is made of, and how it is loaded. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What a function is made of. */
export type FunctionFacts = {
  readonly name: string;
  readonly arn: string;
  readonly codeFolder: string;
  readonly handler: string;
  /** Folders in which bundled code may look for packages: its own and its layers'. */
  readonly ownFolders: readonly string[];
  readonly memoryMegabytes: number;
};

export type Handler = (event: unknown, context: unknown) => unknown;

/** @throws Error as Lambda names it, where the code has no such handler. */
export function loadHandler({ codeFolder, handler: path }: FunctionFacts): Handler {
  const dot = path.lastIndexOf('.');
  const require = createRequire(join(codeFolder, 'handler.js'));
  const exported = require(join(codeFolder, path.slice(0, dot))) as Record<string, unknown>;
  const handler = exported[path.slice(dot + 1)];
  if (typeof handler !== 'function') {
    throw Object.assign(new Error(`${path} is undefined or not exported`), {
      name: 'Runtime.HandlerNotFound',
    });
  }
  return handler as Handler;
}

/** What Lambda tells of a call, whoever hosts it. */
export function contextOf(
  { name, arn, memoryMegabytes }: FunctionFacts,
  { requestId, deadline }: { readonly requestId: string; readonly deadline: number },
) {
  return {
    awsRequestId: requestId,
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: arn,
    memoryLimitInMB: String(memoryMegabytes),
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}
