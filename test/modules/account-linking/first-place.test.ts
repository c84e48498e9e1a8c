import type { ModuleSession } from '@billhook/core/schemas/module';
import { describe, expect, test } from 'vitest';
import { firstPlace } from '../../../modules/account-linking/first-place.ts';
import { taskOf } from '../../../modules/account-linking/task-of.ts';
import { readParameters } from '../../../modules/kit/parameters.ts';

type Session = Pick<ModuleSession, 'company' | 'open' | 'asking'>;

const company = { _id: 'co_1', name: 'Larkspire' } as NonNullable<ModuleSession['company']>;

function open(companyId: string, items: readonly string[]): Session['open'][number] {
  const auth = { _id: `auth_${companyId}`, company: { _id: companyId }, items };
  return { auth, linking: true } as unknown as Session['open'][number];
}

const working = (companyId: string) => ({ at: 'working', authId: `auth_${companyId}` });
const asking = ['co_2', 'co_1'].map((companyId) => ({
  ...{ _id: `auth_${companyId}`, company: { _id: companyId }, asksFor: ['pin'] },
})) as unknown as Session['asking'];
const asked = { _id: 'auth_co_1', asksFor: ['pin'] };
const signIn = { at: 'sign-in', companyId: 'co_1' };

describe('the first place of account linking', () => {
  test.each<[string, string, Session, unknown]>([
    ['the search, where nothing is asked for', '', { open: [] }, { at: 'search' }],
    ['what is under way', '', { open: [open('co_2', ['bill'])] }, working('co_2')],
    ['no swap of another module', '', { open: [open('co_2', ['swap'])] }, { at: 'search' }],
    ['the sign-in of the company', '?companyId=co_1', { company, open: [] }, signIn],
    ...['', '&items=bill'].map((more): [string, string, Session, unknown] => [
      'what a form that has changed asks for',
      `?companyId=co_1${more}`,
      { company, open: [], asking },
      { ...signIn, why: 'again', asked },
    ]),
    [
      'the link under way at the company, not one at another',
      '?companyId=co_1',
      { company, open: [open('co_2', ['bill']), open('co_1', ['bill'])] },
      working('co_1'),
    ],
    [
      'the sign-in, while another company is under way',
      '?companyId=co_1',
      { company, open: [open('co_2', ['bill'])] },
      signIn,
    ],
    ['the search, where the company is unknown', '?companyId=co_9', { open: [] }, { at: 'search' }],
    [
      'an account that may be linked already',
      '?companyId=co_1&items=bill',
      { company, open: [] },
      undefined,
    ],
    [
      'a bill',
      '?billId=bill_1&paymentMethodId=pm_1',
      { open: [open('co_2', ['bill'])] },
      { at: 'review', billId: 'bill_1' },
    ],
    [
      'a payment that was begun elsewhere',
      '?items=payment',
      { open: [open('co_2', ['bill', 'payment'])] },
      { at: 'pay', from: working('co_2') },
    ],
    [
      'a link that goes on to the bill that is paid',
      '?items=payment',
      { open: [open('co_2', ['bill'])] },
      working('co_2'),
    ],
    ['a swap', '?swapId=swap_1&paymentMethodId=pm_1', { open: [] }, undefined],
    [
      'the company, beside a bill that nothing is to pay',
      '?companyId=co_1&billId=bill_1',
      { company, open: [] },
      signIn,
    ],
  ])('is %s', (_what, search, session, expected) => {
    const parameters = readParameters(search, '');
    expect(firstPlace(parameters, taskOf(parameters), session)).toEqual(expected);
  });
});
