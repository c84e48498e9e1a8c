import { afterEach, expect, test, vi } from 'vitest';
import { createApi } from '../../../modules/kit/api.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a secret is not sent in the clear where encryption is required and there is no key', async () => {
  const fetch = vi.fn(async () => new Response('{}'));
  vi.stubGlobal('fetch', fetch);
  const access = { token: () => 't', expired: () => {}, refused: () => {} };
  const api = createApi({ ...access, encryptionRequired: true });
  const secret = {
    method: 'POST',
    path: '/payment',
    body: { cardCode: '123' },
    secret: true,
  } as const;
  expect(await api(secret)).toMatchObject({ ok: false, code: 'encryption_required' });
  expect(fetch).not.toHaveBeenCalled();
  expect(await api({ path: '/bill/list/cl_1' })).toMatchObject({ ok: true });
  expect(await createApi(access)(secret)).toMatchObject({ ok: true });
});
