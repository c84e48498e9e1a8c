/** Canned answers of the API, for pictures of states that no sandbox can be brought into. */

import type { Auth, AuthProgress, ChallengeData, Question } from '@billhook/core/schemas/auth';
import type { Company } from '@billhook/core/schemas/company';
import { holdCodes } from '@billhook/core/schemas/hold-codes';
import type { ModuleLook, ModuleSession } from '@billhook/core/schemas/module';

const LOGOS = 'https://logos.billhook.example';

function company(name: string, more: Partial<Company> = {}): Company {
  const slug = name.toLowerCase().replaceAll(/\W+/g, '-');
  return {
    _id: `co_${slug.replaceAll('-', '')}`,
    name,
    logo: { url: `${LOGOS}/${slug}.png`, background: false },
    categories: ['utilities'],
    status: 'operational',
    fullyAutomatedBill: true,
    fullyAutomatedCardSwap: true,
    userPresenceRequired: false,
    auth: {
      urls: {
        login: `https://${slug}.example/login`,
        signup: `https://${slug}.example/signup`,
        forgotPassword: `https://${slug}.example/password`,
        forgotUsername: null,
      },
      loginFields: [
        { name: 'username', label: 'Username', placeholder: 'Your username', formType: 'text' },
        { name: 'password', label: 'Password', placeholder: 'Your password', formType: 'password' },
      ],
    },
    ...more,
  };
}

const svg = (name: string, color: string) => ({
  logo: {
    url: `${LOGOS}/${name}.png`,
    background: false,
    svg: { url: `${LOGOS}/${name}.svg`, color },
  },
});

export const powerCompany = company('Larkspire Power & Light', svg('larkspire', '1f6f43'));
const photoCompany = company('Copperwren Energy', {
  logo: { url: `${LOGOS}/copperwren.jpg`, background: true },
});
export const plainCompany = company('Northloom Propane');
export const downCompany = company('Cinderpath Hauling', { status: 'maintenance' });

const companies = [powerCompany, photoCompany, plainCompany, downCompany];

export const look: ModuleLook = {
  partnerId: 'ptn_1',
  name: 'Harbor Bank',
  theme: { colorScheme: 'auto' },
  texts: {},
  links: {
    help: 'https://harbor.example/help',
    privacy: 'https://harbor.example/privacy',
    terms: 'https://harbor.example/terms',
  },
  hideAttribution: false,
  origins: [],
  bridgeName: 'Billhook',
};

export const session: ModuleSession = {
  accessToken: 'a.b.c',
  expiresIn: 3600,
  clientId: 'cl_1',
  renewable: true,
  user: 'us•••-1',
  // What the user is told before the first password was agreed to in an earlier visit.
  dataConsent: { by: 'user', at: '2026-11-01T10:00:00.000Z', version: '1', locale: 'en' },
  look,
  companies,
  open: [],
};

const statuses = {
  hold: {
    reason: {
      code: 'account_issue_accept_toc',
      userMessage: holdCodes.account_issue_accept_toc.userMessage,
    },
  },
  'mfa-required': { mfa: { method: 'prompt' } },
} as const;

/** An auth with what each status comes with. */
export function auth(status: Auth['status']['type'], more: Partial<Auth> = {}): Auth {
  const { _id, name, logo } = powerCompany;
  return {
    _id: 'auth_1',
    status: { type: status },
    ...statuses[status as keyof typeof statuses],
    company: { _id, name, logo },
    created: '2026-11-01T10:00:00.000Z',
    items: ['bill'],
    ...more,
  };
}

/** `GET /auth/{authId}` while the company asks the user for something. */
export function asked(
  data: Omit<ChallengeData, 'token' | 'auth'> & { readonly expiresIn?: number },
  more: Partial<Auth> = {},
): AuthProgress {
  const { method, input } = data;
  const questions = method === 'questions' && { mfa: input as Question[] };
  const asking = auth('mfa-required', { mfa: { method, ...questions }, ...more });
  return {
    auth: asking,
    linking: true,
    progress: 'checking-security',
    challenge: { token: 'challenge-1', auth: asking, expiresIn: 246, ...data },
  };
}

/** What the API answers, by method and path; a function is given the body. */
export type Answers = Readonly<Record<string, unknown>>;

export const basics: Answers = {
  'POST /module/session': session,
  'GET /module/look/ptn_1': look,
  'GET /company/categories': {
    data: [
      { name: 'Utilities', type: 'utilities' },
      { name: 'Streaming', type: 'streaming' },
      { name: 'Insurance', type: 'insurance' },
    ],
  },
  'POST /company/search': { data: companies, resultCount: companies.length },
  [`GET /company/${powerCompany._id}`]: powerCompany,
  'POST /auth': { success: true, message: '', authId: 'auth_1' },
  'POST /auth/step': { success: true, message: '' },
  'GET /auth/list/cl_1': { data: [] },
  'GET /swap/list/cl_1': { data: [] },
  'GET /payment/list/cl_1': { data: [] },
};
