/** `billhook-connector`: writes a connector, and checks one. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { create } from './create.ts';
import { UsageError, verify } from './verify/command.ts';
import { type Format, formats } from './verify/present.ts';

const USAGE = `Usage:
  billhook-connector create <folder>
      Writes a connector that runs, with keys of its own.

  billhook-connector verify <url> --keys <file> [options]
      Checks that a connector keeps protocol 1. It pays bills at its test companies.
      --keys <file>       the keys of the suite, whose public halves the connector lists as a caller
      --only <ids>        checks, or groups of them: wire,pay.repeated
      --expected <file>   failures that are expected, each with a reason and a last day
      --receive <port>    takes reports on this port; the connector has to have its address
      --receive-url <url> what the connector calls that address, if it is not this machine
      --restart <command> stops the connector and starts it again, to see what it still knows
      --format <format>   text, json, junit or markdown
      --out <file>        where to write it
      --local             a connector on this machine, without TLS

Exit codes: 0 no check failed, 1 some did, 2 wrong usage, 3 the connector can't be checked.
`;

export async function main(
  args: readonly string[],
  say = (text: string) => void process.stdout.write(text),
) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        keys: { type: 'string' },
        only: { type: 'string' },
        expected: { type: 'string' },
        receive: { type: 'string' },
        'receive-url': { type: 'string' },
        restart: { type: 'string' },
        format: { type: 'string', default: 'text' },
        out: { type: 'string' },
        local: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const [command, what, ...others] = positionals;
    if (values.help) return said(say, USAGE, 0);
    if (what === undefined || others.length > 0) return said(say, USAGE, 2);
    if (command === 'create') return said(say, create(what), 0);
    if (command !== 'verify') return said(say, USAGE, 2);
    const format = values.format as Format;
    if (!Object.hasOwn(formats, format)) throw new UsageError(`There is no format ${format}`);
    const ended = await verify(what, { ...values, receiveUrl: values['receive-url'] }, say);
    if ('unreachable' in ended) return said(say, `${ended.unreachable}\n`, 3);
    const text = formats[format]({ url: what, results: ended.results });
    if (values.out) writeFileSync(values.out, text);
    say(values.out ? formats.text({ url: what, results: ended.results }) : text);
    return ended.results.some(({ verdict }) => verdict === 'FAIL') ? 1 : 0;
  } catch (error) {
    if (!(error instanceof UsageError) && !isArgumentError(error)) throw error;
    return said(say, `${(error as Error).message}\n`, 2);
  }
}

function said(say: (text: string) => void, text: string, code: number): number {
  say(text);
  return code;
}

function isArgumentError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
}
