import { say } from './text.ts';

type Props = {
  /** What comes: rows of a list (the default), or a number above them. */
  readonly of?: 'rows' | 'amount';
  /** What is on its way, where the words are known: "Getting your bills". */
  readonly text?: string;
};

const ROWS = [62, 48, 56, 40];

/** Bones of the final size, in the place of what is on its way: nothing moves when it comes. */
export function Skeleton({ of = 'rows', text }: Props) {
  return (
    <>
      <p class={text ? 'muted' : 'hidden'} role="status">
        {text ?? say('shell.loading')}
      </p>
      <div class="list" aria-hidden="true">
        {of === 'amount' && <Bone width={216} height={48} row />}
        {ROWS.map((share) => (
          <div key={share} class="row">
            <span class="logo bone" />
            <span>
              <Bone width={share * 3} />
              <Bone width={share * 2} />
            </span>
            <Bone width={64} />
          </div>
        ))}
      </div>
    </>
  );
}

type BoneProps = {
  /** Pixels. */
  readonly width: number;
  readonly height?: number;
  readonly row?: boolean;
};

function Bone({ width, height, row }: BoneProps) {
  const blockSize = height && `${height}px`;
  const style = { inlineSize: `${width}px`, maxInlineSize: '100%', blockSize };
  const bone = <i class="bone" style={style} />;
  return row ? <div class="row">{bone}</div> : bone;
}
