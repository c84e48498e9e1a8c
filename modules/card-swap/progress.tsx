/** All rows at a glance: while they are under way, and when they are over. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useKit } from '../kit/kit.ts';
import { askedFor } from '../kit/linking/challenge-kind.ts';
import { Logo } from '../kit/logo.tsx';
import { Disc } from '../kit/look/disc.tsx';
import { Status, type Tone } from '../kit/look/status.tsx';
import { methodInText, shortMethodName } from '../kit/method-name.ts';
import { Actions, NextIcon, Primary, Screen, Secondary } from '../kit/shell.tsx';
import type { NextCharge } from './next-charges.ts';
import type { RowsState } from './row-store.ts';
import {
  findSwap,
  isOpen,
  isOver,
  neededFirst,
  type Row,
  type RowState,
  type RowStatus,
} from './rows.ts';
import { say, sayCount } from './text.ts';

type Props = {
  readonly state: RowsState;
  readonly statusById: (companyId: string) => RowStatus;
  /** The user turns to a row. */
  readonly onOpen: (row: Row) => void;
};

type ProgressProps = Props & {
  /** The row that waits for the user. */
  readonly next?: Row;
  readonly onFinish: () => void;
};

export function Progress({ next, onFinish, ...props }: ProgressProps) {
  const { state, statusById, onOpen } = props;
  const idle = state.rows.every(({ companyId }) => {
    const status = statusById(companyId);
    return status.opens ? !isOpen(status) : isOver(status);
  });
  const isSignIn = next && statusById(next.companyId).opens === 'sign-in';
  return (
    <Screen name="progress" title={say('swap.rows.title')}>
      {!idle && <p>{say('swap.rows.body')}</p>}
      <RowList {...props} />
      <Actions>
        {next && (
          <Primary
            text={say(isSignIn ? 'swap.rows.next' : 'swap.rows.continue', {
              company: nameOf(state, next),
            })}
            onClick={() => onOpen(next)}
          />
        )}
        {idle && <Secondary text={say('swap.rows.finish')} onClick={onFinish} />}
      </Actions>
    </Screen>
  );
}

type End = { readonly text: string; readonly onClick: () => void };

/** @param main the first of the two ways on. */
export function Summary({
  main,
  other,
  ...props
}: Props & { readonly main: End; readonly other: End }) {
  const { state, statusById } = props;
  const { length } = state.rows;
  const count = state.rows.filter(({ companyId }) => statusById(companyId).state === 'done').length;
  return (
    <Screen
      name="summary"
      title={count > 0 ? sayCount('swap.summary.title', count) : say('swap.summary.none')}
      top={
        count > 0 ? <Moved {...props} /> : <Disc tone={count < length ? 'warning' : 'success'} />
      }
    >
      <p>{say(count < length ? 'swap.summary.left' : 'swap.summary.body')}</p>
      <RowList {...props} isEnd />
      <Actions>
        <Primary {...main} />
        <Secondary {...other} />
      </Actions>
    </Screen>
  );
}

/** The card, with the companies that it pays now. */
function Moved({ state, statusById }: Props) {
  const done = state.rows.filter(({ companyId }) => statusById(companyId).state === 'done');
  const [card] = done.flatMap((row) => swapOf(state, row)?.paymentMethod ?? []);
  const companies = done.flatMap(({ companyId }) => state.companies[companyId] ?? []);
  return (
    <div class="moved" aria-hidden="true">
      <div class="plastic">
        <i class="chip" />
        <span class="number">{card && shortMethodName(card)}</span>
      </div>
      <p>
        {companies.map((company) => (
          <Logo key={company._id} company={company} />
        ))}
      </p>
    </div>
  );
}

/** Read once a company has the card. */
function useNextCharges(done: number): Readonly<Record<string, NextCharge>> {
  const { api, clientId } = useKit();
  const [next, setNext] = useState<Readonly<Record<string, NextCharge>>>({});
  useEffect(() => {
    if (done === 0) return;
    import('./later/adding.tsx')
      .then(({ nextCharges }) => nextCharges(api, clientId))
      .then(setNext, () => {});
  }, [api, clientId, done]);
  return next;
}

/** @param isEnd each row tells what came of its company. */
function RowList({ state, statusById, onOpen, isEnd }: Props & { readonly isEnd?: boolean }) {
  useSaid({ state, statusById });
  const isDone = ({ companyId }: Row) => statusById(companyId).state === 'done';
  const next = useNextCharges(state.rows.filter(isDone).length);
  return (
    <ul class="list" aria-label={say('swap.rows.list')}>
      {neededFirst(state.rows, statusById).map((row) => {
        const status = statusById(row.companyId);
        return (
          <li key={row.companyId} data-company={row.companyId} data-state={status.state}>
            {status.opens ? (
              <button type="button" class="row" onClick={() => onOpen(row)}>
                <RowContent {...{ state, row, status, isEnd }} />
              </button>
            ) : (
              <div class="row">
                <RowContent {...{ state, row, status, isEnd }} next={next[row.companyId]} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** States that stand out. */
const tones: Partial<Record<RowState, Tone>> = {
  'needs-you': 'warning',
  done: 'success',
  problem: 'danger',
};

type RowContentProps = {
  readonly state: RowsState;
  readonly row: Row;
  readonly status: RowStatus;
  readonly isEnd?: boolean;
  /** What its company charges next. */
  readonly next?: NextCharge;
};

function RowContent({ state, row, status, isEnd, next }: RowContentProps) {
  const company = state.companies[row.companyId];
  const trouble = state.troubles[row.companyId];
  const text = isEnd ? resultOf(state, row, status) : say(`swap.state.${status.state}`);
  const tone = tones[status.state];
  return (
    <>
      {company ? <Logo company={company} /> : <span class="logo" />}
      <span dir="auto">
        {company?.name}
        {tone ? <Status {...{ tone, text }} /> : <small>{text}</small>}
        {status.state === 'done' && next && <small>{say('swap.next', next)}</small>}
        {status.state === 'problem' && (
          <small>{trouble?.kind === 'refused' ? trouble.text : say('swap.rows.notBegun')}</small>
        )}
        {status.opens && <small class="open">{say(opensText(state, row, status.opens))}</small>}
      </span>
      <RowSign {...status} />
    </>
  );
}

/** What a company asks for is told apart: a code of its own is not the card's. */
function opensText(
  { seen }: RowsState,
  { companyId }: Row,
  opens: NonNullable<RowStatus['opens']>,
) {
  if (opens !== 'challenge') return `swap.opens.${opens}` as const;
  return `swap.asks.${askedFor(seen[companyId]?.link?.challenge)}` as const;
}

/** What came of it, by the card's own name where the service says it. */
function resultOf(rows: RowsState, row: Row, { state }: RowStatus): string {
  if (state === 'signing-in' || state === 'updating') return say(`swap.state.${state}`);
  if (state !== 'done') return say(`swap.result.${state}`);
  const card = methodInText(swapOf(rows, row)?.paymentMethod);
  return say('swap.result.done', { card });
}

function swapOf({ seen, swaps = [] }: RowsState, row: Row) {
  return seen[row.companyId]?.swap ?? findSwap(row, swaps);
}

function RowSign({ state, opens }: RowStatus) {
  if (opens) return <NextIcon />;
  return state === 'waiting' || state === 'done' ? null : <i class="turning" aria-hidden="true" />;
}

/** Says aloud what has changed in the list. */
function useSaid({ state, statusById }: Pick<Props, 'state' | 'statusById'>): void {
  const { announce } = useKit();
  const before = useRef<Readonly<Record<string, string>>>();
  const now = Object.fromEntries(
    state.rows.map(({ companyId }) => [companyId, statusById(companyId).state]),
  );
  useEffect(() => {
    const last = before.current;
    before.current = now;
    const changed = state.rows.filter(
      ({ companyId }) => last?.[companyId] && last[companyId] !== now[companyId],
    );
    if (changed.length === 0) return;
    const said = (row: Row) =>
      `${nameOf(state, row)}: ${say(`swap.state.${statusById(row.companyId).state}`)}`;
    announce(changed.map(said).join('. '));
  });
}

export function nameOf({ companies }: RowsState, { companyId }: Row): string {
  return companies[companyId]?.name ?? '';
}
