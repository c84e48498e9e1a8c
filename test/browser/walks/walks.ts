/** The five first times: linking with a code, paying, scheduling, swapping a card, fixing a hold. */
import type { World } from '../../support/world.ts';
import { dueDate, newName, valueFrom } from '../../support/world.ts';
import type { Walk, Walker } from './walker.ts';

export type PreparedWalk = Walk & {
  /** Makes the user who takes it. @returns where it begins, below the modules' address. */
  readonly prepare: (world: World) => Promise<string>;
};

const COMPANY = 'Thistledown Waste';
const SWAPPED = ['Regular Company 1', 'Regular Company 5'];

const signIn = (username: string) => async (walker: Walker) => {
  await walker.fill('^username', username);
  await walker.fill('^password', 'any');
  await walker.press('^(sign in|connect|continue|link)');
};

async function typeCard(walker: Walker): Promise<void> {
  await walker.fill('^card number', '4111111111111111');
  await walker.fill('^(expir|exp\\.)', '1240');
  await walker.fill('^(security code|cvc|cvv|code)', '123');
  await walker.fill('^name on', 'Ada Tester');
  await walker.fill('zip', '10001');
  if (await walker.sees(MYSELF, 'choice')) await walker.choose(MYSELF);
  await walker.press('^(add|save|use)( this| the)? card|^(add|save|agree|continue)');
}

/** Who pays for the first time says so each time. */
const MYSELF = "^i('|’)ll pay (them )?myself";

async function agree(walker: Walker): Promise<void> {
  if (await walker.sees(MYSELF, 'choice')) await walker.choose(MYSELF);
  await pressOneOf(walker, MYSELF, '^(save|continue|agree)');
}

async function review(walker: Walker): Promise<void> {
  const ready = '^(pay|schedule) \\$';
  await walker.press((await walker.sees(ready)) ? ready : 'choose .*method|change$');
}

/** Whichever of several is there, the first that is named. */
async function pressOneOf(walker: Walker, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (await walker.sees(name)) return walker.press(name);
  }
  await walker.press(names.join('|'));
}

export async function addressOf(
  world: World,
  page: string,
  user: { readonly identifier: string },
  query: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { token } = valueFrom(await world.api.client.createToken(user));
  return `/${page}?${new URLSearchParams({ ...query, token })}`;
}

export async function newUser(world: World) {
  const identifier = newName();
  const { clientId } = valueFrom(await world.api.client.createClient({ identifier }));
  return { identifier, clientId };
}

async function withBill(world: World, form: Readonly<Record<string, string>>) {
  const { identifier, clientId } = await newUser(world);
  const company = await world.findCompany('Regular Company 1');
  const auth = await world.link(clientId, company, form);
  return { identifier, clientId, auth };
}

const bill = () => ({ balance: '42.00', dueDate: dueDate(9) });

export const paying: Walk['on'] = {
  bills: (walker) => walker.press('Regular Company 1'),
  bill: (walker) => pressOneOf(walker, '^pay \\$', '^pay (now|this|bill)', '^pay'),
  'pay-method': async (walker) => {
    const card = '1111';
    if (await walker.sees(card, 'choice')) {
      await walker.choose(card);
      await walker.press('^continue|^use');
    } else await pressOneOf(walker, card, '^add a card', '^add');
  },
  'add-card': typeCard,
  agree,
  review,
};

export const walks: readonly PreparedWalk[] = [
  {
    name: 'link with a code',
    goal: ['linked'],
    prepare: async (world) => addressOf(world, 'connect', { identifier: newName() }),
    on: {
      search: async (walker) => {
        await walker.fill('company', COMPANY);
        await walker.press(COMPANY);
      },
      'sign-in': signIn('testmfacode'),
      'code-destination': (walker) => walker.press('^send|^continue'),
      code: async (walker) => {
        await walker.fill('code', '123456');
        if (await walker.sees('^(submit|continue|confirm|verify|check)')) {
          await walker.press('^(submit|continue|confirm|verify|check)');
        }
      },
    },
  },
  {
    name: 'pay a bill',
    goal: ['paid'],
    prepare: async (world) => {
      const { identifier, clientId, auth } = await withBill(world, bill());
      await world.billOf(clientId, auth._id);
      return addressOf(world, 'bill-pay', { identifier });
    },
    on: paying,
  },
  {
    name: 'schedule a payment',
    goal: ['scheduled'],
    prepare: async (world) => {
      const { identifier, clientId, auth } = await withBill(world, bill());
      await world.billOf(clientId, auth._id);
      await world.addCard(clientId);
      return addressOf(world, 'bill-pay', { identifier });
    },
    on: {
      ...paying,
      review: async (walker) => {
        for (const role of ['choice', 'button'] as const) {
          if (await walker.sees('day before', role)) {
            await (role === 'choice' ? walker.choose : walker.press)('day before');
            break;
          }
        }
        await walker.press('^schedule \\$');
      },
    },
  },
  {
    name: 'swap a card at two companies',
    goal: ['summary'],
    prepare: async (world) => addressOf(world, 'card-swap', { identifier: newName() }),
    on: {
      intro: (walker) => walker.press('^get started|^start|^continue|^choose'),
      brands: async (walker) => {
        for (const name of SWAPPED) {
          if (!(await walker.sees(name, 'choice'))) await walker.fill('company name', name);
          await walker.choose(name);
        }
        await walker.press('^continue');
      },
      'choose-card': (walker) => pressOneOf(walker, '^add a card', '^continue', '^add'),
      'add-card': typeCard,
      // The test companies take anything, also nothing.
      'sign-in': (walker) => walker.press('^(sign in|connect|continue)'),
    },
  },
  {
    name: 'fix a hold',
    goal: ['linked'],
    prepare: async (world) => {
      const { identifier } = await withBill(world, { status: 'hold' });
      return addressOf(world, 'bill-pay', { identifier });
    },
    on: {
      bills: (walker) => walker.press('Regular Company 1'),
      hold: (walker) => walker.press("^i('ve| have) done|^done|^i’ve done"),
    },
  },
];
