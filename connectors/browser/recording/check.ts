/** `check`: a company's file, run against its recording; the website isn't asked. */
import type { PaymentOrder } from '@billhook/connector-kit';
import { UnknownPage } from '../blocks/unknown-page.ts';
import { visitOf } from '../blocks/visit.ts';
import type { BrowserCompany, CompanyFile } from '../company.ts';
import { type LoginState, logInAt } from '../log-in.ts';
import { openBrowser } from '../open-browser.ts';
import { destinationOf } from '../way-out.ts';
import type { Recording } from './recording.ts';
import { replay } from './replay.ts';

export type Checked = { readonly what: string; readonly problem?: string };

const PAGE_MILLISECONDS = 4_000;

/** A card of nobody's, as networks publish them. */
const method = {
  ...{ type: 'card' as const, cardNumber: '4242424242424242', cardCode: '123' },
  ...{ expMonth: '12', expYear: '2031', zipcode: '78701', name: 'Ada Pemberton' },
};

/** What of the file works with what was recorded, in its order: it ends where something doesn't. */
export async function checkFile(file: CompanyFile, recording: Recording): Promise<Checked[]> {
  const site = await replay(recording);
  const company = file(site.address);
  const browser = await openBrowser([destinationOf(site.address, true)]);
  const checked: Checked[] = [];
  try {
    const visit = visitOf(browser.page, site.address, {
      waitMilliseconds: PAGE_MILLISECONDS,
      ...(company.isApp && { isApp: true }),
    });
    for (const [what, run] of stepsOf(company, recording, visit)) {
      const problem = await run().catch((error: Error) =>
        error instanceof UnknownPage ? `${error.message} (selector-not-found)` : error.message,
      );
      const asked = site.missed().filter((one) => !/\.(ico|css|png|svg|woff2?)$/.test(one));
      const missed = asked.length > 0 ? `; the recording lacks ${asked.join(', ')}` : '';
      checked.push({ what, ...(problem && { problem: `${problem}${missed}` }) });
      if (problem) break;
    }
    return checked;
  } finally {
    await browser.close();
    await site.close();
  }
}

type Visit = ReturnType<typeof visitOf>;
type StepRun = readonly [what: string, run: () => Promise<string | undefined>];

/** Each with what is wrong, or nothing. */
function stepsOf(company: BrowserCompany, recording: Recording, visit: Visit): StepRun[] {
  const { bills, paying, swapping } = company;
  const { paidCents } = recording;
  return [
    ['signs in', () => signsIn(company, recording, visit)],
    ...(bills ? [['reads the bills', () => readsBills(bills, visit)] as StepRun] : []),
    ...(paying && paidCents !== undefined
      ? [['pays', () => pays(paying, paidCents, visit)] as StepRun]
      : []),
    ...(swapping ? [['puts a card on file', () => swaps(swapping, visit)] as StepRun] : []),
  ];
}

async function signsIn(company: BrowserCompany, { form, code }: Recording, visit: Visit) {
  const state: LoginState = { tried: false };
  const asked = { form, attended: true, codeChoice: 'choice_1', answers: {} };
  let login = await logInAt(company, visit, state, asked);
  if (login.kind === 'mfa-required' && login.challenge.kind === 'code-entry' && code)
    login = await logInAt(company, visit, state, { ...asked, answers: { code } });
  if (login.kind === 'verified') return undefined;
  const { subcode } = login as { subcode?: string };
  return `The login ends as ${login.kind}${subcode ? ` (${subcode})` : ''}`;
}

async function readsBills(bills: NonNullable<BrowserCompany['bills']>, visit: Visit) {
  const read = await bills(visit);
  return read.length > 0 ? undefined : 'There is no bill';
}

async function pays(paying: NonNullable<BrowserCompany['paying']>, cents: number, visit: Visit) {
  const before = await paying.history(visit);
  const amount = { cents, currency: 'USD' as const };
  const order: PaymentOrder = {
    payment: 'check',
    submission: 1,
    accountKey: 'any',
    amount,
    method,
  };
  const prepared = await paying.prepare(visit, order);
  if ('declined' in prepared) return 'The card is declined';
  if (prepared.cents !== cents)
    return `It is about to charge ${prepared.cents} cents, not ${cents}`;
  await paying.commit(visit);
  const receipt = await paying.receipt(visit);
  if (receipt.cents !== cents) return `The receipt is of ${receipt.cents} cents, not ${cents}`;
  const after = await paying.history(visit);
  const isNew = (one: string | undefined) =>
    !before.some(({ confirmation }) => confirmation === one);
  const found = after.find(({ cents: own, confirmation }) => own === cents && isNew(confirmation));
  if (!found) return 'The history doesn’t have the payment';
  return found.confirmation === receipt.confirmation ? undefined : 'The confirmations differ';
}

async function swaps(swapping: NonNullable<BrowserCompany['swapping']>, visit: Visit) {
  const said = await swapping.replace(visit, method);
  if (said !== 'replaced') return `The card is ${said}`;
  const shown = await swapping.onFile(visit);
  return shown?.lastFour === method.cardNumber.slice(-4) ? undefined : 'Another card is on file';
}
