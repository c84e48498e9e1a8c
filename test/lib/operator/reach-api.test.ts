import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sinceOf } from '../../../lib/operator/event-options.ts';
import { findApi, patientFetch } from '../../../lib/operator/reach-api.ts';

const stateDir = mkdtempSync(join(tmpdir(), 'billhook-reach-'));
const local = { baseUrl: 'http://localhost:8787/v1', apiKey: 'local-key' };
writeFileSync(join(stateDir, 'sandbox.json'), JSON.stringify({ ...local, partnerId: 'ptn_1' }));
afterAll(() => rmSync(stateDir, { recursive: true }));

const away = 'https://api.example/v1';

describe('The API that is called', () => {
  test.each([
    ['of this machine, when nothing is said', {}, {}, local],
    ['of this machine, with another key', { apiKey: 'a' }, {}, { ...local, apiKey: 'a' }],
    ['of this machine, by its address', { url: local.baseUrl }, {}, local],
    ['of another', { url: away, apiKey: 'a' }, {}, { baseUrl: away, apiKey: 'a' }],
    [
      'of the environment',
      {},
      { BILLHOOK_URL: away, BILLHOOK_API_KEY: 'b' },
      { baseUrl: away, apiKey: 'b' },
    ],
    [
      'of the command line rather than of the environment',
      { url: 'https://other.example/v1', apiKey: 'a' },
      { BILLHOOK_URL: away, BILLHOOK_API_KEY: 'b' },
      { baseUrl: 'https://other.example/v1', apiKey: 'a' },
    ],
    [
      'with /v1 where that was left out',
      { url: 'https://api.example/' },
      { BILLHOOK_API_KEY: 'b' },
      { baseUrl: away, apiKey: 'b' },
    ],
    [
      'without a slash at the end',
      { url: `${away}/`, apiKey: 'a' },
      {},
      { baseUrl: away, apiKey: 'a' },
    ],
    ['of this machine, for empty variables', {}, { BILLHOOK_URL: '', BILLHOOK_API_KEY: '' }, local],
  ])('is that %s', (_, options, environment, expected) => {
    expect(findApi(stateDir, options, environment)).toEqual(expected);
  });

  test.each([
    ['another’s without its key: this machine’s is not shown to it', { url: away }],
    ['another of this machine without its key', { url: 'http://localhost:1/v1' }],
    ['one in the clear', { url: 'http://api.example/v1', apiKey: 'a' }],
    ['one of another scheme', { url: 'ftp://api.example/v1', apiKey: 'a' }],
    ['what is no URL', { url: 'api.example', apiKey: 'a' }],
  ])('is not %s', (_, options) => {
    expect(() => findApi(stateDir, options, {})).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.not.stringContaining('local-key') }),
    );
  });

  test('is none where no service was started', () => {
    const nowhere = join(stateDir, 'nowhere');
    expect(() => findApi(nowhere, {}, {})).toThrow(expect.objectContaining({ code: 'REFUSED' }));
  });
});

describe('A call', () => {
  const send = patientFetch({ baseUrl: away });

  test('that reaches nobody says where, and in words of ours', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}/`;
    await new Promise((resolve) => gone.close(resolve));
    await expect(send(url)).rejects.toMatchObject({
      code: 'REFUSED',
      message: `${away} cannot be reached: ECONNREFUSED.`,
    });
  });

  test('follows nobody elsewhere with its key', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await expect(send(url)).rejects.toMatchObject({ code: 'REFUSED' });
    server.close();
    expect(seen).toEqual(['/']);
  });
});

describe('--since', () => {
  const NOW = Date.parse('2026-11-21T12:00:00.000Z');

  test.each([
    ['30s', '2026-11-21T11:59:30.000Z'],
    ['10m', '2026-11-21T11:50:00.000Z'],
    ['2h', '2026-11-21T10:00:00.000Z'],
    ['3d', '2026-11-18T12:00:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T06:00:00Z', '2026-11-20T06:00:00.000Z'],
    ['2026-11-20T06:00:00.000+02:00', '2026-11-20T04:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(sinceOf(text, NOW)).toBe(expected);
  });

  test.each(['yesterday', '10', '10 m', '-5m', '2026-13-01', '1', ''])('%j is refused', (text) => {
    expect(() => sinceOf(text, NOW)).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });
});
