import { say } from './text.ts';

type Props = {
  /** What comes: rows of a list (the default), or a number above them. */
  readonly of?: 'rows' | 'amount';
  /** What is on its way, where the words are known: "Getting your bills". */
  readonly text?: string;
};

const ROWS = [1, 2, 3, 4];

/** Bones of the final size, in the place of what is on its way: nothing moves when it comes. */
export function Skeleton({ of = 'rows', text }: Props) {
  return (
    <>
      <p class={text ? 'muted' : 'hidden'} role="status">
        {text ?? say('shell.loading')}
      </p>
      {of === 'amount' && <i class="bone amount" aria-hidden="true" />}
      <div class="list" aria-hidden="true">
        {ROWS.map((row) => (
          <div key={row} class="row">
            <span class="logo bone" />
            <span>
              <i class="bone" />
              <i class="bone short" />
            </span>
          </div>
        ))}
      </div>
    </>
  );
}
