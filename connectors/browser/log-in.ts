/** Signing in, by the table of a company's file: what each page means, and what is done on it. */
import type { LogInResult, LogInSession, Run } from '@billhook/connector-kit';
import type { Structure } from './blocks/structure.ts';
import { UnknownPage } from './blocks/unknown-page.ts';
import type { Visit } from './blocks/visit.ts';
import type { BrowserCompany, LoginStep, WithoutUser } from './company.ts';
import { sentWith, startOf, wantsUser } from './without-user.ts';

/** More pages than any login has: a site that goes round in circles. */
const MOST_PAGES = 12;
const CODE = 'code';

const unidentified = {
  kind: 'hold',
  code: 'system_issue_with_bill',
  subcode: 'issue-unidentified',
} as const;

/** How far a login has come in this browser. */
export type LoginState = {
  /** The company was given the credentials. */
  tried: boolean;
  /** Called before it is. */
  readonly trying?: () => Promise<void>;
  /** The code was sent to this choice. */
  sentTo?: string;
  /** What the page is made of that is none of those that are known. */
  unknownPage?: Structure;
  /** Told what is being done. */
  step?: Run['step'];
};

type Asked = Pick<LogInSession, 'form' | 'answers' | 'attended' | 'codeChoice' | 'resendCode'>;

/**
 * From whatever page is open, as far as it goes without the user. A page that the file doesn't know is
 * never taken for wrong credentials.
 */
export async function logInAt(
  company: BrowserCompany,
  visit: Visit,
  state: LoginState,
  asked: Asked,
): Promise<LogInResult> {
  const { pages, login, withoutUser, isApp } = company;
  if (!state.tried) await visit.open(startOf(withoutUser, asked.attended));
  let given = { ...asked };
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const name = await visit.waitFor(pages).catch(unlessUnknown(state));
    const step = name === undefined ? unknownPage : login[name];
    if (!step) return unidentified;
    const wanted = wantsUser(company, step, asked.attended);
    if (wanted) return wanted;
    const at = { visit, state, asked: given, withoutUser, pages: others(pages, name), isApp };
    const done = await stepOf[step.kind](step as never, at);
    if (done !== 'next') return done;
    // An answer is given once.
    if (step.kind === 'code-entry') given = { ...given, answers: {} };
    if (step.kind === 'code-choice') given = { ...given, resendCode: false };
  }
  return unidentified;
}

/** A hold that a person has to look at: the site was made anew. */
const unknownPage = { ...unidentified, subcode: 'selector-not-found' } as const;

function unlessUnknown(state: LoginState) {
  return (error: unknown): undefined => {
    if (!(error instanceof UnknownPage)) throw error;
    if (error.structure) state.unknownPage = error.structure;
    return undefined;
  };
}

type At = {
  readonly visit: Visit;
  readonly state: LoginState;
  readonly asked: Asked;
  readonly withoutUser: WithoutUser;
  /** All but the one that is there. */
  readonly pages: BrowserCompany['pages'];
  readonly isApp: true | undefined;
};

type Step<K extends LoginStep['kind']> = (
  step: Extract<LoginStep, { readonly kind: K }>,
  at: At,
) => Promise<LogInResult | 'next'>;

const stepOf: { readonly [K in LoginStep['kind']]: Step<K> } = {
  verified: async () => ({ kind: 'verified' }),
  authenticate: async () => ({ kind: 'authenticate' }),
  hold: async (hold) => hold,
  begin: async ({ fill, press }, { visit, asked: { form } }) => {
    for (const [label, name] of Object.entries(fill)) await visit.fill(label, form[name] ?? '');
    await pressed(visit, press);
    return 'next';
  },
  'sign-in': async ({ fill, press }, { visit, state, asked: { form }, pages, isApp }) => {
    // Once more would be another attempt: companies lock accounts. An app may only not have got further.
    if (state.tried) return isApp && (await getsFurther(visit, pages)) ? 'next' : unidentified;
    for (const [label, name] of Object.entries(fill)) await visit.fill(label, form[name] ?? '');
    await state.trying?.();
    state.tried = true;
    await pressed(visit, press);
    return 'next';
  },
  'code-choice': async ({ press }, { visit, state, asked: { attended, codeChoice } }) => {
    const choices = await visit.choices();
    const chosen = choices.find(({ identifier }) => identifier === codeChoice);
    // Nobody is there to read it.
    if (!attended || !chosen) {
      const challenge = {
        kind: 'code-choice' as const,
        choices: choices.map(({ label, identifier }) => ({
          ...{ identifier, label, mask: label },
          type: /mail/i.test(label) ? ('email' as const) : ('text' as const),
        })),
      };
      return { kind: 'mfa-required', challenge };
    }
    await visit.choose(chosen.label);
    state.step?.('waiting-for-code');
    state.sentTo = chosen.identifier;
    await pressed(visit, press);
    return 'next';
  },
  'code-entry': async ({ field, press, wrong }, { visit, state, asked, withoutUser }) => {
    const code = asked.answers?.[CODE];
    const refused = await visit.says(wrong);
    if (code === undefined) {
      const question = { question: 'Enter the code that you were sent', identifier: CODE };
      const wasSent = state.sentTo !== undefined || sentWith(withoutUser, state.tried);
      const sent = wasSent && !refused;
      const challenge = { kind: 'code-entry' as const, question, sent };
      return { kind: 'mfa-required', challenge, ...(refused && { refused: true as const }) };
    }
    await visit.fill(field, code);
    await pressed(visit, press);
    return 'next';
  },
};

/** Whether another page comes. */
function getsFurther(visit: Visit, pages: BrowserCompany['pages']): Promise<boolean> {
  return visit.waitFor(pages).then(
    () => true,
    (error: unknown) => {
      if (error instanceof UnknownPage) return false;
      throw error;
    },
  );
}

function others(pages: BrowserCompany['pages'], name: string | undefined) {
  return Object.fromEntries(Object.entries(pages).filter(([one]) => one !== name));
}

/** And until the company has said something to it: else the page that it was on would be taken for the next. */
async function pressed(visit: Visit, name: string): Promise<void> {
  const answered = visit.answered();
  await visit.press(name);
  await answered;
}
