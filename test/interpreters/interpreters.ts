/** Which of the interpreters that documents have snippets for this machine has. */
import { spawnSync } from 'node:child_process';

const commands = {
  'sh with curl and openssl': ['sh', '-c', 'command -v curl && command -v openssl'],
  'Python 3': ['python3', '--version'],
  "Python's cryptography": ['python3', '-c', 'import cryptography'],
  Go: ['go', 'version'],
} as const;

type Name = keyof typeof commands;
const names = Object.keys(commands) as Name[];

const needs = {
  sh: 'sh with curl and openssl',
  js: undefined,
  python: 'Python 3',
  go: 'Go',
  cryptography: "Python's cryptography",
} as const;

const there = new Set(names.filter(has));

function has(name: Name): boolean {
  const [command, ...given] = commands[name];
  return spawnSync(command, given, { stdio: 'ignore' }).status === 0;
}

/** Whether what is written in a language can be run; `cryptography` is Python with that package. */
export function isThere(language: keyof typeof needs): boolean {
  const name = needs[language];
  return name === undefined || there.has(name);
}

/** Says what is missing. @throws Error when nothing can be run at all. */
export function reportMissing(): void {
  const missing = names.filter((name) => !there.has(name));
  const list = missing.join(', ');
  if (there.size === 0) throw new Error(`This machine has none of: ${list}`);
  if (list) process.stdout.write(`\nNot on this machine, and so not tried: ${list}\n`);
}
