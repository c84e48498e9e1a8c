/** The screens of the account-linking module, each with what the API answers to bring it about. */
import { holdCodes, holdCodeValues } from '@billhook/core/schemas/hold-codes';
import type { Page } from 'playwright-core';
import {
  type Answers,
  asked,
  auth,
  downCompany,
  look,
  plainCompany,
  powerCompany,
  session,
} from './scene.ts';

export type State = {
  readonly name: string;
  readonly page: 'connect' | 'card-swap' | 'bill-pay' | 'preview';
  /** Beside the token. */
  readonly query?: string;
  readonly answers?: Answers;
  /** What the user does to get there. */
  readonly act?: (page: Page) => Promise<void>;
  /** The screen that it is, by `data-screen`. */
  readonly screen: string;
};

const toCompany = {
  'POST /module/session': { ...session, companies: [], company: powerCompany },
};
const pin = { name: 'pin', label: 'Account PIN', placeholder: '4 digits', formType: 'password' };
const withPin = {
  ...powerCompany,
  auth: { ...powerCompany.auth, loginFields: [...powerCompany.auth.loginFields, pin] },
};
const companyQuery = `companyId=${powerCompany._id}`;

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Username', { exact: true }).fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('any');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signed in at the company, which then answers what is given. */
const linked = { auth: auth('verified'), linking: false };
/** What bills of the account show of themselves. */
const { _id, name: companyName, logo } = powerCompany;
const found = ['2207', '4934'].map((digits, index) => ({
  bill: {
    ...{ _id: `bill_${index}`, auth: auth('verified') },
    company: { _id, name: companyName, logo, userPresenceRequired: false },
    ...{ balance: '128.40', dueDate: '2026-12-06T00:00:00.000Z', status: { type: 'upcoming' } },
    ...{ autopay: 'disabled', autopaySource: 'unknown', hidden: 'false' },
    settings: { recurring: 'disabled', schedule: 'five-days-before', notifications: 'enabled' },
    meta: { accountNumber: `****${digits}` },
  },
  payments: [],
}));

function afterSignIn(
  name: string,
  screen: string,
  progress: object,
  more: Partial<State> = {},
): State {
  return {
    name,
    page: 'connect',
    query: companyQuery,
    answers: { ...toCompany, 'GET /auth/auth_1': progress },
    act: signIn,
    screen,
    ...more,
  };
}

const questions = [
  { identifier: 'first-pet', question: 'What was the name of your first pet?' },
  { identifier: 'city', question: 'In which city were you born?' },
];

const choices = [
  { type: 'text' as const, mask: '***-***-0199', identifier: 'text', label: 'Text message' },
  { type: 'email' as const, mask: 'a***@domain.example', identifier: 'email', label: 'Email' },
];

const held = (code: (typeof holdCodeValues)[number], subcode?: 'job-timeout') => ({
  auth: auth('hold', {
    reason: { code, userMessage: holdCodes[code].userMessage, ...(subcode && { subcode }) },
  }),
  linking: false,
});

const refusal = (status: number, code: string) => ({ status, code });

export const linkingStates: readonly State[] = [
  {
    name: 'consent',
    page: 'connect',
    answers: { 'POST /module/session': { ...session, dataConsent: undefined } },
    screen: 'consent',
  },
  { name: 'search', page: 'connect', screen: 'search' },
  {
    name: 'search-results',
    page: 'connect',
    query: 'cardPaymentsOnly=true',
    screen: 'search',
    act: async (page) => {
      await page.getByLabel('Company name').fill('power');
      await page.getByText('4 companies found').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'search-empty',
    page: 'connect',
    screen: 'search',
    answers: { 'POST /company/search': { data: [], resultCount: 0 } },
    act: async (page) => {
      await page.getByLabel('Company name').fill('zzz');
      await page.getByText('Nothing called').waitFor();
    },
  },
  {
    name: 'search-failed',
    page: 'connect',
    screen: 'search',
    answers: { 'POST /company/search': refusal(500, 'internal_error') },
    act: async (page) => {
      await page.getByLabel('Company name').fill('zzz');
      await page.getByText("The search didn't work").waitFor();
    },
  },
  {
    name: 'hindrance-company',
    page: 'connect',
    query: 'companyId=co_unknown',
    screen: 'hindrance',
  },
  { name: 'hindrance-method', page: 'connect', query: 'items=swap', screen: 'hindrance' },
  { name: 'sign-in', page: 'connect', query: companyQuery, answers: toCompany, screen: 'sign-in' },
  {
    name: 'sign-in-subscription',
    page: 'connect',
    query: companyQuery,
    screen: 'sign-in',
    answers: {
      'POST /module/session': {
        ...toCompany['POST /module/session'],
        company: { ...powerCompany, recurringRequired: true },
      },
    },
  },
  {
    name: 'sign-in-refused-form',
    page: 'connect',
    query: companyQuery,
    screen: 'sign-in',
    answers: {
      ...toCompany,
      'POST /auth': {
        ...refusal(400, 'invalid_form'),
        errors: [{ field: 'form.username', code: 'required', message: 'Required' }],
      },
    },
    act: async (page) => {
      await signIn(page);
      await page.getByText('Enter your username').waitFor();
    },
  },
  {
    name: 'sign-in-asks',
    page: 'connect',
    query: companyQuery,
    screen: 'sign-in',
    answers: {
      'POST /module/session': {
        ...toCompany['POST /module/session'],
        company: withPin,
        asking: [auth('authenticate', { asksFor: ['pin'] })],
      },
    },
    act: async (page) => {
      await page.getByText('now also asks for this').waitFor();
      await page.getByLabel('Account PIN', { exact: true }).waitFor();
      if (await page.getByLabel('Username').isVisible()) throw new Error('Too much is asked for');
    },
  },
  {
    name: 'sign-in-maintenance',
    page: 'connect',
    query: companyQuery,
    answers: { 'POST /module/session': { ...session, companies: [], company: downCompany } },
    screen: 'sign-in',
  },
  afterSignIn(
    'sign-in-again',
    'sign-in',
    { auth: auth('authenticate'), linking: false },
    {
      act: async (page) => {
        await signIn(page);
        await page.getByText("didn't accept this sign-in").waitFor();
      },
    },
  ),
  afterSignIn('connecting', 'working', {
    auth: { ...auth('verified'), status: undefined },
    linking: true,
    progress: 'signing-in',
  }),
  afterSignIn('reading-bill', 'working', {
    auth: { ...auth('verified'), status: undefined },
    linking: true,
    progress: 'reading-bill',
  }),
  afterSignIn('questions', 'questions', asked({ method: 'questions', input: questions })),
  afterSignIn('questions-missing', 'questions', asked({ method: 'questions', input: questions }), {
    act: async (page) => {
      await signIn(page);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('alert').waitFor();
    },
  }),
  afterSignIn('questions-skipped', 'skipped', asked({ method: 'questions', input: questions }), {
    act: async (page) => {
      await signIn(page);
      await page.getByRole('button', { name: 'Skip for now' }).click();
    },
  }),
  afterSignIn('questions-later', 'questions', {
    auth: auth('mfa-required', { mfa: { method: 'questions', mfa: questions } }),
    linking: false,
  }),
  afterSignIn('code-destination', 'code-destination', asked({ method: 'code', input: choices })),
  afterSignIn(
    'code',
    'code',
    asked({
      method: 'questions',
      input: [{ identifier: 'code', question: 'Code' }],
      showRetry: true,
    }),
  ),
  afterSignIn(
    'prompt',
    'prompt',
    asked({ method: 'prompt', input: { request: 'Open the app on your phone and approve.' } }),
  ),
  afterSignIn(
    'code-left',
    'code',
    asked({
      method: 'questions',
      input: [{ identifier: 'code', question: 'Code' }],
      showRetry: true,
    }),
    {
      act: async (page) => {
        await signIn(page);
        await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
        await page.getByRole('button', { name: 'Close' }).click();
        await page.getByRole('dialog').waitFor();
      },
    },
  ),
  afterSignIn('linked', 'linked', linked, {
    answers: { ...toCompany, 'GET /auth/auth_1': linked, 'GET /bill/list/cl_1': { data: found } },
    act: async (page) => {
      await signIn(page);
      await page.getByText('$128.40 · due Dec 6, 2026').first().waitFor();
    },
  }),
  afterSignIn('hold-reference', 'hold', held('system_issue_with_bill', 'job-timeout')),
  afterSignIn('hold-visited', 'hold', held('account_issue_accept_toc'), {
    act: async (page) => {
      await page.context().route(/\.example\/login/, (route) => route.abort());
      await signIn(page);
      await page.getByRole('link', { name: /^Go to/ }).click();
      await page.getByRole('button', { name: "I've done this" }).waitFor();
    },
  }),
  ...holdCodeValues.map((code) => afterSignIn(`hold-${code}`, 'hold', held(code))),
  {
    name: 'closed-expired',
    page: 'connect',
    answers: { 'POST /module/session': refusal(401, 'token_invalid') },
    screen: 'closed-expired',
  },
  {
    name: 'closed-down',
    page: 'connect',
    answers: { 'POST /module/session': refusal(500, 'internal_error') },
    screen: 'closed-down',
  },
  {
    name: 'closed-place',
    page: 'connect',
    answers: {
      'POST /module/session': { ...session, look: { ...session.look, opensIn: ['frame'] } },
    },
    screen: 'closed-place',
  },
  {
    name: 'still-there',
    page: 'connect',
    answers: { 'POST /module/session': { ...session, expiresIn: 10 } },
    screen: 'search',
    act: async (page) => {
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'expired',
    page: 'connect',
    answers: { 'POST /module/session': { ...session, expiresIn: 1 } },
    screen: 'expired',
  },
  {
    name: 'leaving',
    page: 'connect',
    query: companyQuery,
    screen: 'working',
    answers: {
      ...toCompany,
      'GET /auth/auth_1': { auth: { ...auth('verified'), status: undefined }, linking: true },
    },
    act: async (page) => {
      await signIn(page);
      await page.locator('[data-screen=working]').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'closed',
    page: 'connect',
    screen: 'closed',
    act: async (page) => {
      await page.getByRole('button', { name: 'Close' }).click();
    },
  },
  {
    name: 'brand-red',
    page: 'connect',
    query: companyQuery,
    screen: 'sign-in',
    answers: {
      'POST /module/session': {
        ...session,
        companies: [],
        company: plainCompany,
        look: { ...look, theme: { brandColor: '#ffcc00', colorScheme: 'auto', radius: 20 } },
      },
    },
  },
];
