/** What the service would answer the screens of the preview: made up, and always the same. */
import type { Auth } from '@billhook/core/schemas/auth';
import type { Api } from '../kit/api.ts';
import type { LinkProgress } from '../kit/linking/task.ts';
import { sampleBills, sampleCard, sampleCompanies, sampleCompany } from './samples.ts';
import { say } from './text.ts';

export const sampleApi: Api = async <T>({ path }: { readonly path: string }) => ({
  ok: true as const,
  value: answerTo(path) as T,
});

function answerTo(path: string): unknown {
  const [, kind, id = ''] = path.split('/');
  if (kind === 'auth' && id in links) return links[id as keyof typeof links]();
  if (path.startsWith('/bill/list')) return { data: sampleBills().account.entries };
  if (kind === 'bill') return sampleBills().account.entries.find(({ bill }) => bill._id === id);
  if (path === '/company/search') return { data: sampleCompanies(), resultCount: 4 };
  if (path === '/company/categories') return { data: categories() };
  if (kind === 'company') return sampleCompany('power');
  if (path.startsWith('/payment/list')) return { data: [sampleCard] };
  return { data: [] };
}

const categories = () =>
  (['utilities', 'phone', 'streaming', 'insurance'] as const).map((type) => ({
    type,
    name: say(`sample.category.${type}`),
  }));

function link(status: Auth['status'], more: Partial<Auth> = {}): Auth {
  const { _id, name, logo } = sampleCompany('power');
  const company = { _id, name, logo };
  return { _id: 'auth', status, company, created: '', items: ['bill'], ...more };
}

type Challenge = NonNullable<LinkProgress['challenge']>;

function asked(method: Challenge['method'], input: unknown, showRetry: boolean): LinkProgress {
  const auth = link({ type: 'mfa-required' }, { mfa: { method } });
  const challenge = { token: method, auth, method, input, showRetry } as Challenge;
  return { auth, linking: true, progress: 'checking-security', challenge };
}

const question = (text: string) => [{ identifier: 'one', question: text }];

/** What `GET /auth/{authId}` says, by the id: each is a screen of linking. */
const links = {
  working: (): LinkProgress => ({
    auth: link({ type: 'verified' }),
    linking: true,
    progress: 'reading-bill',
  }),
  code: () => asked('questions', question(say('sample.code')), true),
  question: () => asked('questions', question(say('sample.question')), false),
  prompt: () => asked('prompt', { request: say('sample.prompt') }, true),
  linked: (): LinkProgress => ({ auth: link({ type: 'verified' }), linking: false }),
  hold: (): LinkProgress => ({
    auth: link({ type: 'hold' }, { reason: { code: 'account_issue_accept_toc', userMessage: '' } }),
    linking: false,
  }),
} as const;
