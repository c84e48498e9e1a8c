/** From a session of the wire to one of the connector contract. */
import { createHash } from 'node:crypto';
import {
  type Connection,
  type LogInSession,
  NothingTried,
  type Run,
  type Session as WireSession,
} from '@billhook/connector-kit';
import { instantOf } from '@billhook/connector-kit/protocol/dates';
import { instantText } from '@billhook/core/base/dates';
import type { Kept, Session, Submission } from '@billhook/core/company/connector';
import { companyOfRow } from './directory.ts';

export type Opened = {
  readonly session: Session;
  /** What the session has given so far to be kept, as a result carries it. */
  readonly kept: () => {
    readonly connection?: Connection;
    readonly live?: string;
    readonly liveSeconds?: number;
  };
};

type Asked = WireSession & Partial<Omit<LogInSession, keyof WireSession>>;

/**
 * A caller is the sandbox's partner, and a linked account its client: the wire says nothing else of who
 * somebody is. The instant of the request is the partner's clock.
 * @throws NothingTried for a company that is not in the directory.
 */
export function openSession(asked: Asked, { caller, signal }: Omit<Run, 'operation'>): Opened {
  const company = companyOfRow(asked.company);
  if (!company) throw new NothingTried();
  const { form, answers, connection, live, attended, at } = asked;
  const { purpose, verifiedBefore, holdFixed, codeChoice, resendCode, promptPressed } = asked;
  const whose = whoseAccount(caller, asked.auth);
  let kept: Kept = {};
  const session: Session = {
    ...{ company, form, answers, connection, live, attended, signal },
    ...{ purpose, verifiedBefore, holdFixed, codeChoice, resendCode, promptPressed },
    ...{ partnerId: caller, clientId: whose, authId: whose, partnerNow: instantOf(at) },
    keep: (more) => {
      kept = { ...kept, ...more };
    },
  };
  return { session, kept: () => carried(kept) };
}

/** As long as a handle with it may be, however long the caller's id is. */
export function whoseAccount(caller: string, auth: string): string {
  return createHash('sha256')
    .update(JSON.stringify([caller, auth]))
    .digest('base64url');
}

function carried({ connection, live }: Kept): ReturnType<Opened['kept']> {
  return {
    ...(connection && {
      connection: { value: connection.value, expiresAt: instantText(connection.expiresAt) },
    }),
    ...(live && { live: live.handle, liveSeconds: live.seconds }),
  };
}

/** A submission as the sandbox remembers it: two callers may choose the same ids. */
export function submissionOf(caller: string, id: string, number: number): Submission {
  return { paymentId: id, number, submissionId: [caller, id, number].join('/') };
}

/** The caller, payment and number of a submission that `submissionOf` named. */
export function readSubmissionId(submissionId: string) {
  const [caller = '', payment = '', number] = submissionId.split('/');
  return { caller, payment, submission: Number(number) };
}
