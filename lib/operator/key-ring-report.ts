/** What the operator is shown of a ring of keys. */
import { instantText } from '@billhook/core/base/dates';
import type { KeyRing } from '@billhook/core/key-rings/rings';
import {
  isSettled,
  type KeyRingRecord,
  keyIdOf,
  nextStep,
} from '@billhook/core/key-rings/rotation';
import { columns, type Report } from './command-group.ts';

/** What the current key of a ring does. */
const verbs = {
  token: 'signs',
  connectorSigning: 'signs',
  connectorEncryption: 'is encrypted to',
} as const;

type Shown = {
  readonly keyArn: string;
  readonly closed?: true;
  readonly state: string;
  readonly since: string;
  readonly until?: string;
  readonly signsFrom?: string;
};

export type RingValue = {
  readonly keys: readonly (Omit<Shown, 'keyArn' | 'closed'> & { readonly keyId: string })[];
  readonly making: boolean;
  readonly toGiveUp: number;
  /** Without a time: the operator begins it. */
  readonly next: { readonly step: string; readonly at?: string };
};

export function ringReport(
  record: KeyRingRecord,
  ring: KeyRing,
): Report & { readonly value: RingValue } {
  const { signing, next, previous, making, leaving = [] } = record;
  const verb = verbs[ring.name];
  const later = (since: string, time: number) => instantText(Date.parse(since) + time);
  const keys = [
    ...(previous
      ? [{ state: 'accepted', ...previous, until: later(previous.since, ring.accepted) }]
      : []),
    { state: verb, ...signing },
    ...(next
      ? [{ state: 'published', ...next, signsFrom: later(next.since, ring.published) }]
      : []),
  ].map(({ keyArn, closed: _closed, ...key }: Shown) => ({ keyId: keyIdOf(keyArn), ...key }));
  const { step, at, asked } = nextStep(record, ring);
  const byHandNow = asked && step === 'make';
  const due = byHandNow ? { step } : { step, at: instantText(at) };
  const rows = keys.map(({ keyId, state, since, until, signsFrom }) => [
    keyId,
    state,
    since,
    (until && `accepted until ${until}`) ?? (signsFrom && `${verb} from ${signsFrom}`) ?? '',
  ]);
  return {
    value: { keys, making: making !== undefined, toGiveUp: leaving.length, next: due },
    lines: [
      ...columns([['KEY', 'STATE', 'SINCE', ''], ...rows]),
      ...(making ? [`A key is being made since ${making.since}.`] : []),
      ...(leaving.length > 0 ? [`${leaving.length} old keys are still to be ended at KMS.`] : []),
      comesNext(record, { step, at, byHand: asked === true }),
    ],
  };
}

function comesNext(
  record: KeyRingRecord,
  { step, at, byHand }: { readonly step: string; readonly at: number; readonly byHand: boolean },
): string {
  if (isSettled(record))
    return byHand
      ? 'You decide when it is replaced.'
      : `It is replaced from ${instantText(at)} on.`;
  const who = byHand ? ', when you ask for it again' : '';
  return `Next step: ${step}, from ${instantText(at)} on${who}.`;
}
