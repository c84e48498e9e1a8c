import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keep, kept } from '../../../../modules/kit/keep.ts';
import {
  followHistory,
  guardBack,
  hasTrail,
  spend,
  step,
} from '../../../../modules/kit/ways/trail.ts';
import { FakePage } from '../fake-page.ts';

let page: FakePage;
let shown: unknown[];
let stop = () => {};

beforeEach(() => {
  open({ token: 't', accessToken: 'a-1', place: { at: 'bills' } });
});
afterEach(() => {
  stop();
  stop = () => {};
  vi.unstubAllGlobals();
});

function open(state: object): void {
  stop();
  page = new FakePage('https://m.example/bill-pay', { billhook: state });
  keep({});
  shown = [];
  stop = followHistory((place) => shown.push(place));
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

async function back(): Promise<void> {
  page.travel(-1);
  await settled();
}

const bill = { at: 'bill', billId: 'bill_1' };
const when = { at: 'pay-when', billId: 'bill_1' };
const review = { at: 'review', billId: 'bill_1' };

describe('a screen', () => {
  test('has an entry of its own, and Back leads to the one before', async () => {
    step(bill);
    step(when);
    expect(page.entries).toHaveLength(3);
    await back();
    await back();
    expect(shown).toEqual([bill, when, bill, { at: 'bills' }]);
    expect(page.at).toBe(0);
  });

  test('that only changes what it shows has no other entry', () => {
    step(bill);
    step({ ...bill, methodId: 'pm_1' });
    expect(page.entries).toHaveLength(2);
    expect(kept().place).toEqual({ ...bill, methodId: 'pm_1' });
  });

  test('that the user came from is gone back to, with what is new', async () => {
    step(bill);
    step(when);
    step({ at: 'bills', missing: 'bill' });
    await settled();
    expect(page.at).toBe(0);
    expect(kept()).toMatchObject({ place: { at: 'bills', missing: 'bill' }, trail: [] });
    expect(hasTrail()).toBe(false);
  });

  test('takes the place of the one before where it is told to', () => {
    step(bill);
    step(when, 'replace');
    expect(page.entries).toHaveLength(2);
  });

  test('that is asked for while the history is on its way follows', async () => {
    step(bill);
    step(when);
    step({ at: 'bills' });
    step({ at: 'methods' });
    await settled();
    expect(page.at).toBe(1);
    expect(kept()).toMatchObject({ place: { at: 'methods' }, trail: [{ at: 'bills' }] });
  });
});

test('an older entry knows what the page has come to know since', async () => {
  step(bill);
  keep({ accessToken: 'a-2', told: ['auth_1'] });
  await back();
  expect(kept()).toEqual({
    ...{ token: 't', accessToken: 'a-2', told: ['auth_1'], spent: [] },
    place: { at: 'bills' },
  });
});

test('Back leads on after the page was loaded again', async () => {
  step(bill);
  step(when);
  stop();
  shown = [];
  stop = followHistory((place) => shown.push(place));
  await back();
  expect(shown).toEqual([bill]);
});

describe('work that would be left', () => {
  test('is asked about, and left only then', async () => {
    step(bill);
    step(when);
    let leave: (() => void) | undefined;
    const free = guardBack((then) => {
      leave = then;
      return true;
    });
    await back();
    expect(shown).toEqual([bill, when]);
    expect(page.at).toBe(2);
    free();
    leave?.();
    await settled();
    expect(shown).toEqual([bill, when, bill]);
    expect(page.at).toBe(1);
  });
});

describe('what is done', () => {
  test('is passed over', async () => {
    step(bill);
    step(when);
    step(review);
    step({ at: 'paying', billId: 'bill_1' });
    spend((place) => Object(place).at === 'pay-when' || Object(place).at === 'review');
    await back();
    expect(shown.at(-1)).toEqual(bill);
    expect(page.at).toBe(1);
  });

  test('and nothing before it: what is shown stays, and the next Back leaves the page', async () => {
    open({ token: 't', place: { at: 'sign-in', companyId: 'co_1' } });
    step({ at: 'working', authId: 'auth_1' });
    spend(() => true);
    await back();
    expect(shown).toEqual([{ at: 'working', authId: 'auth_1' }]);
    expect(page.at).toBe(0);
    expect(kept()).toMatchObject({ place: { at: 'working' }, trail: [], spent: [] });
  });
});
