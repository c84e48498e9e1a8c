/** Writes the first draft of a company's file from what its author did in a browser. */
import type { Action, SeenPage } from './watch.ts';

export type Drafted = {
  /** `acme-power` */
  readonly company: string;
  readonly address: string;
  readonly pages: readonly SeenPage[];
};

type Named = SeenPage & { readonly name: string };
type Step = { readonly name: string; readonly source: string };

/** TypeScript, to be formatted and gone through: what is left open says TODO. */
export function draftOf({ company, address, pages }: Drafted): string {
  const named = namesFor(pages);
  const signingIn = loginOf(named);
  const steps = signingIn.map((page, index) => stepOf(page, signingIn[index + 1]));
  const typed = signingIn.flatMap(({ actions }) => fillsOf(actions)).filter((one) => !isCode(one));
  const fields = new Map(typed.map(({ label, type }) => [fieldName(label), { label, type }]));
  const after = named.slice(signingIn.length);
  const constant = wordsOf(company).map(capital).join('');
  const name = constant.charAt(0).toLowerCase() + constant.slice(1);
  const { hostname, origin } = new URL(address);
  return `/** ${text(company)}: a draft of what was done in a browser. Go through it: what is left open says TODO. */
import { type CompanyFile, company } from '../company.ts';

export const ${name}: CompanyFile = (address = ${quoted(origin)}) =>
  company({
    row: {
      id: ${quoted(company)},
      name: ${quoted(company)}, // TODO: as its customers know it
      status: 'operational',
      categories: [], // TODO
      products: ['bill'], // TODO
      acceptedMethods: ['card'],
      hosts: [${quoted(hostname)}],
      links: { login: ${quoted(address)} },
      login: {
        fields: [
${[...fields].map(([field, { label, type }]) => `          { name: ${quoted(field)}, label: ${quoted(label)}, kind: ${quoted(kindOf(type))}, characters: 'any', minLength: 1, maxLength: 64 },`).join('\n')}
        ],
        identifiedBy: [${[...fields.keys()].slice(0, 1).map(quoted).join('')}],
      },
      currency: 'USD',
    },
    basis: 'user-authorized', // TODO: or 'contract'; you answer for it
    withoutUser: { codes: ${steps.some(({ source }) => source.includes('code-choice')) ? `'asks-first'` : `'sends-at-once', home: '/'`} }, // TODO
    ...{ address, pages, login },
  });

/** The first that fits. TODO: what else it shows: a wrong password, a locked account, maintenance. */
const pages = {
${signingIn.map((page) => `  ${page.name}: ${signOf(page)},`).join('\n')}
} as const;

const login = {
${steps.map((step) => `  ${step.name}: ${step.source},`).join('\n')}
} as const;
${
  after.length === 0
    ? ''
    : `\n/*\n * What was done then. TODO: bills, paying.\n${after
        .flatMap(lines)
        .map((line) => ` * ${line}`)
        .join('\n')}\n */\n`
}`;
}

/** What was typed to sign in, by the names of the form's fields, and the code. */
export function typedIn(pages: readonly SeenPage[]) {
  const fills = loginOf(namesFor(pages)).flatMap(({ actions }) => fillsOf(actions));
  const fields = fills.filter((one) => !isCode(one));
  const form = Object.fromEntries(fields.map(({ label, value }) => [fieldName(label), value]));
  return { form, code: fills.find(isCode)?.value };
}

/** The last page on which something was typed or chosen to sign in is followed by the first of the account. */
function loginOf(pages: readonly Named[]): Named[] {
  const password = pages.findIndex(({ actions }) => fillsOf(actions).some(isPassword));
  let last = Math.max(password, pages.findLastIndex(takesCode), 0);
  for (let index = last + 1; index < pages.length; index += 1) {
    const actions = pages[index]?.actions ?? [];
    if (fillsOf(actions).length > 0 || !actions.some(({ kind }) => kind === 'choose')) break;
    last = index;
  }
  return pages.slice(0, last + 2);
}

function stepOf(page: Named, next: Named | undefined): Step {
  const { name, actions } = page;
  const fills = fillsOf(actions);
  const pressed = actions.findLast((one) => one.kind === 'press');
  const press = `press: ${pressed ? quoted(pressed.name) : `'' /* TODO */`}`;
  if (!next) return { name, source: `{ kind: 'verified' }` };
  if (takesCode(page)) {
    return {
      name,
      source: `{ kind: 'code-entry', field: ${quoted(fills[0]?.label ?? '')}, ${press}, wrong: '' /* TODO: what it says to a wrong code */ }`,
    };
  }
  // The first choice may be chosen already.
  if (fills.length === 0 && (takesCode(next) || actions.some(({ kind }) => kind === 'choose')))
    return { name, source: `{ kind: 'code-choice', ${press} }` };
  const filled = fills.map(({ label }) => `${quoted(label)}: ${quoted(fieldName(label))}`);
  const kind = fills.some(isPassword) ? 'sign-in' : 'begin';
  return { name, source: `{ kind: '${kind}', fill: { ${filled.join(', ')} }, ${press} }` };
}

type Fill = Extract<Action, { readonly kind: 'fill' }>;

/** Each field once, with what was typed there last. */
function fillsOf(actions: readonly Action[]): Fill[] {
  const fills = actions.filter((one): one is Fill => one.kind === 'fill');
  return [...new Map(fills.map((one) => [one.label, one])).values()];
}

const takesCode = ({ actions }: SeenPage) => {
  const fills = fillsOf(actions);
  return fills.length === 1 && fills.every(isCode);
};

const isPassword = ({ type }: Fill) => type === 'password';

function isCode({ fills, label, value, type }: Fill): boolean {
  if (isPassword({ type } as Fill)) return false;
  return fills === 'one-time-code' || (/\bcode\b/i.test(label) && /^\d{4,8}$/.test(value));
}

/** What was typed is not in it: it was the author's own. */
function lines({ name, sign, actions }: Named): string[] {
  const did = actions.map((one) => {
    if (one.kind === 'fill') return `  visit.fill(${quoted(one.label)}, …)`;
    return one.kind === 'choose'
      ? `  visit.choose(${quoted(one.label)})`
      : `  visit.press(${quoted(one.name)})`;
  });
  return [`visit.waitFor({ ${name}: ${signOf({ sign })} })`, ...new Set(did)].map(text);
}

function signOf({ sign }: Pick<SeenPage, 'sign'>): string {
  const parts = Object.entries(sign).map(([what, said]) => `${what}: ${quoted(said)}`);
  return `{ ${parts.join(', ') || `text: '' /* TODO */`} }`;
}

function namesFor(pages: readonly SeenPage[]): Named[] {
  const used = new Map<string, number>();
  return pages.map((page) => {
    const { heading, button, field } = page.sign;
    const words = wordsOf(heading ?? button ?? field ?? 'page').slice(0, 4);
    const name =
      words.map((word, index) => (index === 0 ? word : capital(word))).join('') || 'page';
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    const safe = /^\d/.test(name) ? `page${capital(name)}` : name;
    return { ...page, name: times === 1 ? safe : `${safe}${times}` };
  });
}

const wordsOf = (said: string) => said.toLowerCase().match(/[a-z0-9]+/g) ?? [];
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const fieldName = (label: string) => wordsOf(label).join('') || 'field';
const quoted = (said: string) =>
  `'${said.replace(/[\\']/g, '\\$&').replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')}'`;
/** Nothing of the page ends the comment that it is in. */
const text = (said: string) => said.replaceAll('*/', '* /');

function kindOf(type: string): string {
  return ['password', 'email', 'tel'].includes(type) ? type : 'text';
}
