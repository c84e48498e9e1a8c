import { readFileSync } from 'node:fs';

/** A failure whose message is all there is to say: its stack would tell nothing more. */
class DeployFailure extends Error {
  override readonly name = 'DeployFailure';
}

const LINES = 20;

/** @param logFile the end of this file is part of the message. */
export function deployFailure(message: string, logFile?: string): Error {
  if (logFile === undefined) return new DeployFailure(message);
  const end = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-LINES).join('\n');
  return new DeployFailure(`${message}\n\n${end}\n\nFull log: ${logFile}`);
}

export function isDeployFailure(error: unknown): error is Error {
  return error instanceof DeployFailure;
}
