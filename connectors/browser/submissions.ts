/**
 * What is written down before the button that charges is pressed: from then on nobody calls a payment
 * never taken until the company's history was read.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Which submission: of a caller, so that two deployments with one id don't meet. */
export type SubmissionName = {
  readonly caller: string;
  readonly payment: string;
  readonly submission: number;
};

export type Committed = {
  /** What the company was about to charge. */
  readonly cents: number;
  /** The last four digits of the card. */
  readonly card?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Of the company's history, as it was before: such a payment is another one. */
  readonly before: readonly string[];
  /** Once it is known. */
  readonly confirmation?: string;
};

export type Submissions = {
  readonly find: (name: SubmissionName) => Asked<Committed | undefined>;
  /** Returns once it would outlast a power cut. @throws where nobody may press the button any more. */
  readonly write: (name: SubmissionName, committed: Committed) => Asked<void>;
  /** Of a caller: those whose payment was seen, and on which day (UTC). */
  readonly paidOn: (day: string, caller: string) => readonly (SubmissionName & Committed)[];
};

type Asked<T> = Promise<T> | T;

export function openSubmissions(folder: string): Submissions {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = ({ caller, payment, submission }: SubmissionName) => {
    const name = JSON.stringify([caller, payment, submission]);
    return join(folder, `${createHash('sha256').update(name).digest('hex')}.json`);
  };
  return {
    find: (name) => {
      const file = fileOf(name);
      return existsSync(file) ? read(file) : undefined;
    },
    write: (name, committed) => {
      const file = fileOf(name);
      const part = `${file}.${process.pid}`;
      const handle = openSync(part, 'w', 0o600);
      try {
        writeSync(handle, JSON.stringify({ ...committed, ...name }));
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      renameSync(part, file);
    },
    paidOn: (day, caller) =>
      readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .map((file) => read(join(folder, file)))
        .filter(
          (one) =>
            one.caller === caller &&
            one.confirmation !== undefined &&
            new Date(one.at).toISOString().startsWith(day),
        ),
  };
}

function read(file: string): SubmissionName & Committed {
  return JSON.parse(readFileSync(file, 'utf8')) as SubmissionName & Committed;
}
