/** The projection as tables of Markdown: what is asked of the service, what gives way first, and what it costs. */
import { type Assumptions, type Demand, demandOf } from './demand.ts';
import { limits } from './limits.ts';
import type { Measured } from './measured.ts';
import { monthOf } from './month.ts';

const demands: readonly (readonly [string, (demand: Demand) => number])[] = [
  ['Requests, at the peak', ({ requests }) => requests],
  ['Payments begun, in the first four hours', ({ payments }) => payments],
  ['Accounts linked, at the peak', ({ links }) => links],
  ['Accounts read', ({ readings }) => readings],
  ['Events', ({ events }) => events],
  ['Read units', ({ readUnits }) => readUnits],
  ['Write units', ({ writeUnits }) => writeUnits],
  ['Workflow steps', ({ steps }) => steps],
  ['Calls of KMS', ({ kmsCalls }) => kmsCalls],
  ['Signatures of KMS', ({ signatures }) => signatures],
  ['Calls of functions at a time', ({ calls }) => calls],
  ['Browsers at a time', ({ browsers }) => browsers],
];

export function scaleReport(
  sizes: readonly number[],
  measured: Measured,
  given: Assumptions,
): string {
  const all = sizes.map((accounts) => demandOf(accounts, measured, given));
  const months = all.map((demand) => monthOf(demand, measured, given));
  const heads = sizes.map((accounts) => `${accounts / 1e6} million`);
  const table = (first: string, rows: readonly (readonly string[])[], more: string[] = []) => [
    `| ${[first, ...heads, ...more].join(' | ')} |`,
    `|---|${heads.map(() => '---:|').join('')}${more.map(() => '---|').join('')}`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ];
  const last = all.at(-1) as Demand;
  const tightest = limits.toSorted((a, b) => b.of(last) / b.most - a.of(last) / a.most);
  const names = Object.keys(months[0] ?? {});
  const sum = (month: Readonly<Record<string, number>>) =>
    Object.values(month).reduce((total, dollars) => total + dollars, 0);
  return [
    ...table(
      'A second',
      demands.map(([name, of]) => [name, ...all.map((demand) => figure(of(demand)))]),
    ),
    ...table(
      'Limit',
      tightest.map(({ what, most, of, movedBy }) => [
        what,
        ...all.map((demand) => share(of(demand) / most)),
        figure(most),
        movedBy,
      ]),
      ['The limit', 'What moves it'],
    ),
    ...table('A month', [
      ...names.map((name) => [name, ...months.map((month) => dollars(month[name] ?? 0))]),
      ['**Together**', ...months.map((month) => `**${dollars(sum(month))}**`)],
      ['For an account', ...months.map((month, at) => cents(sum(month) / (sizes[at] ?? 1)))],
    ]),
  ].join('\n');
}

/** Two digits that mean something. */
function figure(value: number): string {
  if (value >= 100) return Math.round(Number(value.toPrecision(2))).toLocaleString('en');
  return Number(value.toPrecision(2)).toString();
}

/** Of the limit; what is over it stands out. */
function share(of: number): string {
  const text = of < 0.01 ? 'under 1%' : `${figure(of * 100)}%`;
  return of > 1 ? `**${text}**` : text;
}

function dollars(value: number): string {
  return `$${figure(value)}`;
}

function cents(value: number): string {
  return `${figure(value * 100)} cents`;
}
