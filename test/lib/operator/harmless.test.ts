/** What partners and their users have written reaches the operator's terminal as text, and no more. */
import { describe, expect, test } from 'vitest';
import { harmless, harmlessJson } from '../../../lib/operator/harmless.ts';

/** Each with what it would do on a terminal. */
const attacks = {
  'clears the screen': 'Acme\u001b[2J',
  'is an escape of one character': 'Acme\u009b2J',
  'turns the order, so that it reads as another id': 'ptn_\u202eA321',
  'turns the order of what follows': 'Acme \u2067paid',
  'is not seen': 'Ac\u200bme',
  'joins what looks apart': 'Ac\u2060me',
  'is a byte order mark': '\ufeffAcme',
  'is tagged text that is not seen': 'Acme\u{e0041}',
  'begins another line': 'Acme\u2028Paid: 10.00',
  'does so too': 'Acme\u2029Paid: 10.00',
};

describe.each(Object.entries(attacks))('A name that %s', (_, name) => {
  test('is shown with a mark in the place of that', () => {
    expect(harmless(name)).toContain('\ufffd');
    expect(harmless(name)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });

  test('is escaped as JSON, and read as it was', () => {
    const json = harmlessJson({ name });
    expect(json.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(json)).toEqual({ name });
  });
});

test('Words of any language stay as they are', () => {
  for (const name of ['Ünïon & Söhne', 'עברית', 'العربية', '日本語', 'Acme 😀'])
    expect(harmless(name)).toBe(name);
});
