import type { Structure } from './structure.ts';

/** The page is none that the company's file knows: it was made anew, or is somebody else's. */
export class UnknownPage extends Error {
  override readonly name = 'UnknownPage';
  /** What the page is made of, without a word of it; nothing where that was not looked at. */
  readonly structure?: Structure;

  constructor(message: string, structure?: Structure) {
    super(message);
    if (structure) this.structure = structure;
  }
}
