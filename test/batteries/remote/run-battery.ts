/** `npm run tools -- remote-chaos`: the battery by itself, with its progress and a report. */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureAssembly } from '../../../lib/local/template/synthesis.ts';
import { writeWhole } from '../../../lib/local/write-whole.ts';
import { runBattery } from './battery.ts';
import { textOf } from './figures.ts';

const HELP = `Payments, links and swaps at a remote connector, over a bad network, with both sides killed.

  npm run tools -- remote-chaos [options]

  --payments N    How many (1000)
  --seed N        Of an earlier battery, to repeat it
  --at-once N     Households that live at the same time (8)
  --minutes N     Begin nothing after so many minutes: those that have begun end, and are looked at
  --state DIR     The folder for everything (a new one in the temporary folder)
  --resume DIR    Go on with the battery of this folder
  --help          Show this text
`;

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    'at-once': { type: 'string' },
    minutes: { type: 'string' },
    state: { type: 'string' },
    resume: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const { resume } = values;
if (resume !== undefined && !existsSync(join(resume, 'battery.json'))) {
  process.stderr.write(`There is no battery in ${resume}\n`);
  process.exit(2);
}
const folder = resume ?? values.state ?? mkdtempSync(join(tmpdir(), 'billhook-remote-chaos-'));
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const given = (text: string | undefined) => (text === undefined ? undefined : Number(text));
process.stdout.write(`In ${folder}: --resume goes on with it\n`);
await ensureAssembly(join(import.meta.dirname, '../../..'), () => {});
const figures = await runBattery({
  ...{ folder, seed, payments: Number(values.payments) },
  ...{ atOnce: given(values['at-once']), minutes: given(values.minutes) },
  say: openProgress(),
});
writeWhole(join(folder, 'report.json'), `${JSON.stringify(figures, undefined, 2)}\n`);
writeWhole(join(folder, 'report.txt'), `${textOf(figures)}\n`);
process.stdout.write(`\n${textOf(figures)}\nThe whole report is ${join(folder, 'report.json')}\n`);
process.exit(figures.wrongs.length > 0 ? 1 : 0);

/** One line on a terminal; elsewhere one a minute. */
function openProgress(): (line: string) => void {
  const { stdout } = process;
  const started = Date.now();
  let saidAt = 0;
  return (line) => {
    const minutes = ((Date.now() - started) / 60_000).toFixed(1);
    if (stdout.isTTY) stdout.write(`\r\u001b[K${minutes} min: ${line}`);
    else if (Date.now() - saidAt > 60_000) {
      saidAt = Date.now();
      stdout.write(`${minutes} min: ${line}\n`);
    }
  };
}
