/** The figures of a load as Markdown, with what each is held against. */
import { moneyText } from '@billhook/core/base/money';
import { median } from '../median.ts';
import { reads } from './reads.ts';
import { failuresOf, quantile, type Record } from './record.ts';
import type { LoadFigures, Step } from './run-load.ts';
import type { Sample } from './samples.ts';
import type { Findings } from './witness.ts';
import { writes } from './writes.ts';

/** A bar, and whether it is met. */
export type Verdict = { readonly what: string; readonly met: boolean };

const TIMES_PLAIN = 3;
const ENOUGH_MILLISECONDS = { read: 250, write: 500 } as const;
const GROWTH = 1.05;
/** With how much it began, once all is loaded: after five minutes, or a sixth of a shorter run. */
const SETTLED_SECONDS = 300;
const SETTLED_SHARE = 1 / 6;
const MEBIBYTE = 1_048_576;
const MOST_SHOWN = 10;

const operations = [...reads, ...writes];

export function verdictsOf(figures: LoadFigures): Verdict[] {
  const { real, plain, held, afterRamp, samples } = figures;
  const growth = growthOf(samples);
  return [
    { what: `${real.wrongs.length} wrong responses`, met: real.wrongs.length === 0 },
    {
      what: `${held.wrongs.length} lost or wrong under the load, ${afterRamp.wrongs.length} after the ramp`,
      met: held.wrongs.length + afterRamp.wrongs.length === 0,
    },
    {
      what: `${failuresOf(real)} failed requests, ${real.skipped} not sent`,
      met: failuresOf(real) + real.skipped === 0,
    },
    ...operations.map(({ name, kind }) => {
      const [own, other] = [real, plain].map(({ latencies }) =>
        quantile(latencies.get(name) ?? [], 0.99),
      ) as [number, number];
      // Then nothing is known of it, which is not to look as if it were fast.
      if (Number.isNaN(own)) return { what: `${name} was never answered`, met: false };
      const met = own <= TIMES_PLAIN * other || own <= ENOUGH_MILLISECONDS[kind];
      return { what: `p99 of ${name}: ${own.toFixed(0)} ms, plain ${other.toFixed(0)} ms`, met };
    }),
    {
      what: `memory ${percent(growth.end / growth.settled)} of what it was once all was loaded`,
      met: growth.end <= growth.settled * GROWTH,
    },
    ...rampVerdicts(figures),
  ];
}

function rampVerdicts({ ramp }: LoadFigures): Verdict[] {
  if (ramp.length === 0) return [];
  const all = ramp.flatMap(({ record }) => [...record.failures]);
  const said = all.every(
    ([what, { withoutRetryAfter }]) => /^(429|503) /.test(what) && withoutRetryAfter === 0,
  );
  const wrong = ramp.reduce((sum, { record }) => sum + record.wrongs.length, 0);
  return [
    { what: 'past what it can take, 429 or 503 with Retry-After and nothing else', met: said },
    { what: `${wrong} wrong responses in the ramp`, met: wrong === 0 },
  ];
}

/** @param machine what it ran on, and when: a line each. */
export function reportOf(figures: LoadFigures, machine: readonly string[]): string {
  const { options, real, held, afterRamp, ramp, samples } = figures;
  const { requestsPerSecond, seconds, partners, seed } = options;
  return [
    `# ${requestsPerSecond} requests a second for ${(seconds / 60).toFixed(1)} minutes`,
    '',
    ...machine.map((line) => `- ${line}`),
    `- ${partners} partners, seed ${seed}`,
    '',
    `${real.sent} requests, ${(real.answered / real.seconds).toFixed(1)} answered a second with success. ` +
      `${real.skipped > 0 ? `${real.skipped} were not sent, since too many were open. ` : ''}` +
      `${failuresOf(real)} failed. ${real.wrongs.length} wrong.`,
    '',
    ...latencyTable(figures),
    '',
    processorLine(figures),
    '',
    ...failureLines('Failed', real),
    ...wrongLines(real.wrongs),
    '## Was anything lost or wrong?',
    '',
    ...witnessLines(held),
    '## Memory, table and queues',
    '',
    ...sampleTable(samples),
    '',
    ...(ramp.length > 0
      ? ['## Up to its breaking point', '', ...rampTable(figures), '', ...witnessLines(afterRamp)]
      : []),
    '## Bars',
    '',
    ...verdictsOf(figures).map(({ what, met }) => `- ${met ? 'met' : '**missed**'}: ${what}`),
    '',
  ].join('\n');
}

function processorLine({ real, plain }: LoadFigures): string {
  const each = (milliseconds: number, { answered }: Record) => (milliseconds / answered).toFixed(1);
  return (
    `A request takes ${each(real.serviceMilliseconds, real)} ms of a processor in the service, with the ` +
    `workflows and webhooks that it begins, and ${each(real.tableServerMilliseconds, real)} in the table ` +
    `server; of the plain service ${each(plain.serviceMilliseconds, plain)} and ` +
    `${each(plain.tableServerMilliseconds, plain)}.`
  );
}

function latencyTable({ real, plain }: LoadFigures): string[] {
  const cell = (record: Record, name: string, share: number) =>
    quantile(record.latencies.get(name) ?? [], share).toFixed(1);
  return [
    '| Operation | Requests | p50 ms | p99 ms | Plain p50 | Plain p99 | p99, times plain |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...operations.map(({ name }) => {
      const count = real.latencies.get(name)?.length ?? 0;
      const [own, other] = [Number(cell(real, name, 0.99)), Number(cell(plain, name, 0.99))];
      return row([
        name,
        String(count),
        ...[real, plain].flatMap((record) => [cell(record, name, 0.5), cell(record, name, 0.99)]),
        (own / other).toFixed(1),
      ]);
    }),
  ];
}

function rampTable({ ramp, quietAfterSeconds }: LoadFigures): string[] {
  const all = ({ record }: Step) => [...record.latencies.values()].flat();
  return [
    '| Requests a second | Answered a second | p50 ms | p99 ms | Failed | How |',
    '|---:|---:|---:|---:|---:|---|',
    ...ramp.map((step) =>
      row([
        String(step.requestsPerSecond),
        step.answeredPerSecond.toFixed(0),
        quantile(all(step), 0.5).toFixed(0),
        quantile(all(step), 0.99).toFixed(0),
        String(failuresOf(step.record) + step.record.skipped),
        [...step.record.failures]
          .map(([what, { count, withoutRetryAfter }]) =>
            withoutRetryAfter > 0
              ? `${count} × ${what}, ${withoutRetryAfter} without Retry-After`
              : `${count} × ${what}`,
          )
          .join('; '),
      ]),
    ),
    '',
    `Nothing was under way ${quietAfterSeconds.toFixed(0)} seconds after the last request.`,
    ...ramp.flatMap(({ record }) => wrongLines(record.wrongs)),
  ];
}

function failureLines(title: string, { failures }: Record): string[] {
  return failures.size === 0
    ? []
    : [
        `${title}: ${[...failures].map(([what, { count }]) => `${count} × ${what}`).join('; ')}`,
        '',
      ];
}

function wrongLines(wrongs: readonly string[]): string[] {
  return wrongs.length === 0 ? [] : [...wrongs.slice(0, MOST_SHOWN).map((one) => `- ${one}`), ''];
}

function witnessLines(found: Findings): string[] {
  const { links, orders, paid, charges, chargedCents, events, duplicates, wrongs } = found;
  return [
    `${links} links. ${orders.accepted} payments were accepted, ${orders.refused} refused, and of ` +
      `${orders.unknown} orders nothing came back. ${paid} payments are paid by our records; the companies' ` +
      `own books have ${charges} charges of ${moneyText(chargedCents)} in all. ${events} events were to be ` +
      `delivered, and ${duplicates} came more than once. ${wrongs.length} lost or wrong.`,
    '',
    ...wrongLines(wrongs),
  ];
}

/** About twelve of the samples, evenly over the time. */
function sampleTable(samples: readonly Sample[]): string[] {
  const every = Math.max(1, Math.ceil(samples.length / 12));
  const shown = samples.filter((_, at) => at % every === 0 || at === samples.length - 1);
  const oldest = (of: (sample: Sample) => number) => Math.max(...samples.map(of)).toFixed(1);
  return [
    '| Seconds | Service MB | Table server MB | Table file MB | Messages waiting | Workflows under way |',
    '|---:|---:|---:|---:|---:|---:|',
    ...shown.map((one) =>
      row([
        one.seconds.toFixed(0),
        megabytes(one.serviceBytes),
        megabytes(one.tableServerBytes),
        (one.tableFileBytes / MEBIBYTE).toFixed(1),
        String(one.messages),
        String(one.workflows),
      ]),
    ),
    '',
    `The oldest message that could be handed out waited ${oldest((one) => one.messageSeconds)} seconds, ` +
      `and the oldest workflow was under way for ${oldest((one) => one.workflowSeconds)}.`,
  ];
}

function growthOf(samples: readonly Sample[]): { readonly settled: number; readonly end: number } {
  const last = samples.at(-1)?.seconds ?? 0;
  const settledAt = Math.min(SETTLED_SECONDS, last * SETTLED_SHARE);
  const width = settledAt / 5;
  const around = (at: number) =>
    median(
      samples
        .filter(({ seconds }) => Math.abs(seconds - at) <= width)
        .map(({ serviceBytes }) => serviceBytes),
    );
  return { settled: around(settledAt), end: around(last - width) };
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function megabytes(bytes: number): string {
  return (bytes / MEBIBYTE).toFixed(0);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)}%`;
}
