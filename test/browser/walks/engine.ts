/** What a walk needs of a browser: so little that each of them has it. */

export type Engine = {
  /** With its version. */
  readonly name: string;
  readonly open: (address: string) => Promise<void>;
  /** @param expression in JavaScript; its value is taken as JSON. */
  readonly evaluate: <T>(expression: string) => Promise<T>;
  /** Presses what is at a point of the window. */
  readonly press: (x: number, y: number) => Promise<void>;
  /** Types into what has the focus. */
  readonly type: (text: string) => Promise<void>;
  /** A PNG of the window, in Base64. */
  readonly picture: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** As a phone has it; a browser without a window of that size has one of its own. */
export const WIDTH = 390;
export const HEIGHT = 844;

/** A browser that is not on this machine, with what to do about it. */
export class NotHere extends Error {}
