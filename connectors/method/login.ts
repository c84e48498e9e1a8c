/**
 * Logs in, by rounds: a code to the phone, then questions about the person, as far as Method wants them.
 * What lies between two rounds is kept by the operation, which is the same in all of them.
 */
import type { LogInResult, LogInSession, Returned, Run } from '@billhook/connector-kit';
import * as v from 'valibot';
import { connect } from './accounts.ts';
import { MethodError } from './api/client.ts';
import type { VerificationSession } from './api/documents.ts';
import { type Deps, days, keyOf } from './deps.ts';
import { changePerson, connectionOf, type Person, personOf } from './person.ts';
import { CODE, codeAsked, standingOf } from './sign-in.ts';

/** The verification sessions of a login, by what is proven. */
const pending = v.object({ phone: v.optional(v.string()), identity: v.optional(v.string()) });
type Pending = v.InferOutput<typeof pending>;
type Result = Returned<LogInResult>;

/** How many proofs a login asks for at most: a code, then questions. */
const PROOFS = 2;

type Login = {
  readonly deps: Deps;
  readonly session: LogInSession;
  readonly run: Run;
  readonly person: Person;
  readonly pending: Pending;
};

export async function logIn(deps: Deps, session: LogInSession, run: Run): Promise<Result> {
  let person = await personOf(deps, session, run);
  if (!person) return { kind: 'authenticate' };
  const known = await readPending(deps, run);
  for (let proof = 0; proof <= PROOFS; proof += 1) {
    const entity = await deps.method.entity(person.entity, run.signal);
    const standing = standingOf(entity, deps.trustsVerified || person.isProven === true);
    if (standing.kind === 'out') return standing.login;
    if (standing.kind === 'verified') {
      await connect(deps, session, person, run);
      return { kind: 'verified', connection: connectionOf(person) };
    }
    const prove = standing.proof === 'phone' ? provePhone : proveIdentity;
    const asked = await prove({ deps, session, run, person, pending: known });
    if (asked) return asked;
    person = await changePerson(deps, session, run, (one) => ({
      ...(one ?? (person as Person)),
      isProven: true,
    }));
  }
  throw new Error('Method goes on asking for proofs that it has');
}

/** Nothing if the phone is proven now; else what the user is asked. */
async function provePhone(login: Login): Promise<LogInResult | undefined> {
  const { deps, session, run, person, pending: known } = login;
  const code = session.answers?.[CODE];
  const isAnswer = known.phone !== undefined && code !== undefined && !session.resendCode;
  if (isAnswer && (await isRight(login, 'phone', { sms: { sms_code: code } }))) return undefined;
  if (!session.attended) return codeAsked(false);
  // After a wrong code Method wants another session, which sends another code.
  try {
    const body = { type: 'phone', method: 'sms' } as const;
    const key = keyOf('phone', run.operation, person.entity, session.round);
    const begun = await deps.method.beginVerification(person.entity, body, key, run.signal);
    await savePending(deps, run, { ...known, phone: begun.id });
    return codeAsked(true, isAnswer);
  } catch (error) {
    if (!isNamed(error, 'ENTITY_PHONE_VERIFICATION_MAX_ATTEMPTS')) throw error;
    return { kind: 'hold', code: 'account_issue_account_locked', subcode: 'invalid-mfa' };
  }
}

/** The same of questions about the person. Each has answers to choose from. */
async function proveIdentity(login: Login): Promise<LogInResult | undefined> {
  const { deps, session, run, person, pending: known } = login;
  const { answers = {}, attended, round } = session;
  const open = known.identity
    ? await deps.method.verification(person.entity, known.identity, run.signal)
    : undefined;
  if (open) {
    const chosen = chosenOf(open, answers);
    // An answer that is none of those to choose from costs no attempt.
    if (!chosen) return questionsAsked(open, round > 1);
    if (await isRight(login, 'identity', { kba: { answers: chosen } })) return undefined;
  }
  if (!attended) return codeAsked(false);
  const body = { type: 'identity', method: 'kba' } as const;
  const key = keyOf('identity', run.operation, person.entity, round);
  const begun = await deps.method.beginVerification(person.entity, body, key, run.signal);
  await savePending(deps, run, { ...known, identity: begun.id });
  return questionsAsked(begun, open !== undefined);
}

async function isRight(
  { deps, run, person, pending: known }: Login,
  type: 'phone' | 'identity',
  answer: object,
): Promise<boolean> {
  const body = { type, method: type === 'phone' ? 'sms' : 'kba', ...answer };
  try {
    const session = known[type] ?? '';
    const told = await deps.method.answerVerification(person.entity, session, body, run.signal);
    return told.status === 'verified';
  } catch (error) {
    if (isNamed(error, 'EXISTING_VERIFIED_SESSION')) return true;
    if (error instanceof MethodError && error.subType?.startsWith('VERIFICATION_SESSION_'))
      return false;
    throw error;
  }
}

function isNamed(error: unknown, subType: string): boolean {
  return error instanceof MethodError && error.subType === subType;
}

function questionsAsked({ kba }: VerificationSession, refused: boolean): LogInResult {
  const questions = (kba?.questions ?? []).map(({ id, text, answers }) => ({
    question: `${text} (${answers.map((answer) => answer.text).join('; ')})`.slice(0, 500),
    identifier: id,
  }));
  if (questions.length === 0) throw new Error('Method asks no questions');
  return {
    kind: 'mfa-required',
    challenge: { kind: 'questions', questions },
    ...(refused && { refused: true as const }),
  };
}

/** What the user chose of each question; nothing if one has no answer, or another one. */
function chosenOf({ kba }: VerificationSession, answers: Readonly<Record<string, string>>) {
  const chosen = (kba?.questions ?? []).map(({ id, answers: choices }) => {
    const said = (answers[id] ?? '').trim().toLowerCase();
    const choice = choices.find(({ text }) => text.trim().toLowerCase() === said);
    return choice && { question_id: id, answer_id: choice.id };
  });
  return chosen.every((one) => one !== undefined) ? chosen : undefined;
}

function pendingKey({ caller, operation }: Run): string {
  return `method/login/${caller}/${operation}`;
}

async function readPending({ store }: Deps, run: Run): Promise<Pending> {
  const stored = await store.get(pendingKey(run));
  return stored ? v.parse(pending, stored.value) : {};
}

/** One round of an operation runs at a time. */
async function savePending({ store, now }: Deps, run: Run, one: Pending): Promise<void> {
  const key = pendingKey(run);
  const version = (await store.get(key))?.version ?? 0;
  if (!(await store.put(key, one, version, now() + days(1)))) throw new Error('Two rounds at once');
}
