/** Somebody who goes through a module for the first time: what they see, press and read is counted. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from './engine.ts';
import {
  type Found,
  findExpression,
  namesExpression,
  pickExpression,
  type Shown,
  screenExpression,
  type Wanted,
} from './finder.ts';

const PATIENCE_SECONDS = 30;
/** On one screen: it may be shown again with something more to do, and is not pressed for ever. */
const MOST_TRIES = 3;
const LOOK_MILLISECONDS = 150;
/** How long a screen stays as it is before it is looked at. */
const SETTLED_MILLISECONDS = 400;
/** How long a screen may stay that was asked to go on, before it is looked at again. */
const STILL_MILLISECONDS = 2_000;

export type Walker = {
  readonly press: (name: string) => Promise<void>;
  /** Taps nothing that is chosen already; so does `fill`. */
  readonly choose: (name: string) => Promise<void>;
  readonly fill: (name: string, text: string) => Promise<void>;
  /** Whether there is something of that name to press, now. */
  readonly sees: (name: string, role?: Wanted['role']) => Promise<boolean>;
  /** Puts a picture of something else among those of the screens: PNG in Base64. */
  readonly keep: (picture: string) => void;
};

export type Taken = {
  /** In the order in which they were shown. */
  readonly screens: readonly string[];
  readonly taps: number;
  readonly words: number;
  /** One of each screen, as PNG in Base64. */
  readonly pictures: readonly string[];
};

export type Walk = {
  readonly name: string;
  /** The screens that it may end with. */
  readonly goal: readonly string[];
  /** What is done on a screen. On any other, what goes on without a choice is pressed. */
  readonly on: Readonly<Record<string, (walker: Walker) => Promise<void>>>;
  /** With a picture of each screen on which there is nothing to do but wait, once. */
  readonly waits?: true;
  /** How long all of it may take. */
  readonly mostSeconds?: number;
};

/** Screens on which there is nothing to do but wait. */
const waiting = /loading|^working$|^connecting$|^paying$|^swapping$|^progress$|^$/;
/** Those on which something is done at a company. */
const LONG_WAIT = /^(working|connecting|paying|swapping|progress)$/;
/** What goes on from a screen that the walk has nothing to say about. */
const ONWARD =
  '^(continue|get started|agree|i agree|next|ok|done|send code|start|not now|pay automatically)';

/** @throws Error with the screen at which it does not go on. */
export async function walk(
  engine: Engine,
  address: string,
  { goal, on, waits, mostSeconds = 3 * PATIENCE_SECONDS }: Walk,
): Promise<Taken> {
  const screens: string[] = [];
  const pictures: string[] = [];
  const waited = new Set<string>();
  /** Once each on a screen: on a slow machine a walk presses again what has not led on yet. */
  const tapped = new Set<string>();
  let words = 0;
  const find = async (wanted: Wanted) => engine.evaluate<Found | null>(findExpression(wanted));
  const patiently = async (wanted: Wanted): Promise<Found> => {
    const deadline = Date.now() + PATIENCE_SECONDS * 1000;
    for (;;) {
      const found = await find(wanted);
      if (found) return found;
      if ((await look(engine)).name !== screens.at(-1)) throw new Moved();
      if (Date.now() > deadline)
        throw await lost(engine, screens, `no ${wanted.role} ${wanted.name}`);
      await pause(LOOK_MILLISECONDS);
    }
  };
  const tap = async (wanted: Wanted): Promise<void> => {
    const { x, y } = await patiently(wanted);
    tapped.add(`${screens.length} ${wanted.role} ${wanted.name}`);
    await engine.press(x, y);
  };
  const walker: Walker = {
    press: (name) => tap({ role: 'button', name }),
    choose: async (name) => {
      const { filled } = await patiently({ role: 'choice', name });
      if (!filled) await tap({ role: 'choice', name });
    },
    fill: async (name, text) => {
      const { filled, date } = await patiently({ role: 'field', name });
      if (filled) return;
      await tap({ role: 'field', name });
      await (date ? engine.evaluate(pickExpression(text)) : engine.type(text));
    },
    sees: async (name, role = 'button') => (await find({ role, name })) !== null,
    keep: (picture) => void pictures.push(picture),
  };
  await engine.open(address);
  const deadline = Date.now() + mostSeconds * 1000;
  let tries = 0;
  let title = '';
  for (;;) {
    const shown = await settled(engine);
    const isOther = shown.name !== screens.at(-1) || shown.title !== title;
    if (isOther && !waiting.test(shown.name)) {
      tries = 0;
      title = shown.title;
      screens.push(shown.name);
      words += shown.words;
      pictures.push(await engine.picture());
    }
    if (goal.includes(shown.name)) return { screens, taps: tapped.size, words, pictures };
    if (Date.now() > deadline || tries > MOST_TRIES)
      throw await lost(engine, screens, 'it goes on no further');
    const act = on[shown.name];
    if (!waiting.test(shown.name)) {
      tries += 1;
      await goOn(walker, act);
      await gone(engine, shown);
    } else {
      if (waits && LONG_WAIT.test(shown.name) && !waited.has(shown.name)) {
        waited.add(shown.name);
        pictures.push(await engine.picture());
      }
      await pause(LOOK_MILLISECONDS);
    }
  }
}

/** Another screen is there, before all was done on the one before. */
class Moved extends Error {}

async function goOn(walker: Walker, act: Walk['on'][string] | undefined): Promise<void> {
  try {
    if (act) await act(walker);
    else if (await walker.sees(ONWARD)) await walker.press(ONWARD);
  } catch (error) {
    if (!(error instanceof Moved)) throw error;
  }
}

/** The screen, once it is the same for a moment. */
async function settled(engine: Engine): Promise<Shown> {
  let since = Date.now();
  let last = await look(engine);
  while (Date.now() - since < SETTLED_MILLISECONDS) {
    await pause(LOOK_MILLISECONDS);
    const now = await look(engine);
    if (now.name !== last.name || now.words !== last.words || now.busy) since = Date.now();
    last = now;
    if (now.busy && waiting.test(now.name)) return now;
  }
  return last;
}

/** Waits until what was pressed has led on, or is done and has not. */
async function gone(engine: Engine, before: Shown): Promise<void> {
  const began = Date.now();
  for (;;) {
    const now = await look(engine);
    if (now.name !== before.name || now.title !== before.title) return;
    const passed = Date.now() - began;
    if (passed > (now.busy ? PATIENCE_SECONDS * 1000 : STILL_MILLISECONDS)) return;
    await pause(LOOK_MILLISECONDS);
  }
}

function look(engine: Engine): Promise<Shown> {
  return engine.evaluate<Shown>(screenExpression);
}

/** Somebody who does not get on, with the screen in front of them. */
export class Lost extends Error {
  readonly picture: string;
  constructor(message: string, picture: string) {
    super(message);
    this.picture = picture;
  }
}

/** Names and notices of the screen, never what was typed. */
async function lost(engine: Engine, screens: readonly string[], why: string): Promise<Lost> {
  const { name, notice } = await look(engine);
  const names = await engine.evaluate<string[]>(namesExpression);
  const way = screens.join(' > ');
  const told = `On the screen "${name}" (${way}) ${why}; there are: ${names.join(', ')}; ${notice}`;
  return new Lost(told, await engine.picture());
}
