/** Who a linked account is at Method: an entity, made from the form once, and remembered. */
import { type LogInSession, NothingTried, type Run, type Session } from '@billhook/connector-kit';
import * as v from 'valibot';
import { MethodError } from './api/client.ts';
import { type Deps, days, digestOf, keyOf } from './deps.ts';

const KEPT_DAYS = 800;
const MAX_CONFLICTS = 20;

const person = v.object({
  entity: v.string(),
  /** The digest of the form that it was made from. */
  of: v.string(),
  /** The person has answered a question of ours, or a code that was sent to them. */
  isProven: v.optional(v.boolean()),
  /** Their accounts have been looked for. */
  isConnected: v.optional(v.boolean()),
  /** Bank accounts to pay from: the id of each, by the digest of its numbers. */
  banks: v.optional(v.record(v.string(), v.string())),
});

export type Person = v.InferOutput<typeof person>;

/** What comes back as `connection`. Whoever has it was signed in. */
const connection = v.object({ entity: v.string(), of: v.string() });

export function connectionOf({ entity, of }: Person) {
  return { value: JSON.stringify({ entity, of }) };
}

/** What Method wants to know of a person; nothing if the form can't be that of anybody. */
export function individualOf(form: Session['form']) {
  const { firstName = '', lastName = '', phone = '', dateOfBirth = '', ssn4 = '' } = form;
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  const born = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(dateOfBirth.trim());
  if (digits.length !== 10 || !born || !firstName.trim() || !lastName.trim()) return undefined;
  return {
    first_name: firstName.trim(),
    last_name: lastName.trim(),
    phone: `+1${digits}`,
    dob: `${born[3]}-${born[1]}-${born[2]}`,
    ...(ssn4 !== '' && { ssn_4: ssn4 }),
  };
}

type Of = Pick<Run, 'caller'>;
type At = Pick<LogInSession, 'auth'>;

function personKey({ caller }: Of, { auth }: At): string {
  return `method/person/${caller}/${auth}`;
}

/**
 * The person of a session; nothing if the form can't be that of anybody. Nobody is found by name and phone
 * number alone: without a connection, and for an account that was never linked, a new entity is made,
 * which Method has verified. (decision: nobody-by-name)
 */
export async function personOf(
  deps: Deps,
  session: Session,
  run: Run,
): Promise<Person | undefined> {
  const individual = individualOf(session.form);
  if (!individual) return undefined;
  const of = digestOf(deps, individual);
  const stored = await findPerson(deps, session, run);
  if (stored?.of === of) return stored;
  const given = connectionIn(session);
  const known = given?.of === of ? { entity: given.entity, of, isProven: true } : undefined;
  return savePerson(
    deps,
    session,
    run,
    known ?? { entity: await create(deps, individual, of, run), of },
  );
}

function connectionIn({ connection: given }: Session) {
  if (given === undefined) return undefined;
  try {
    const parsed = v.safeParse(connection, JSON.parse(given));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

async function create(
  deps: Deps,
  individual: object,
  of: string,
  { operation, signal }: Run,
): Promise<string> {
  try {
    // A later round may come with another form: that is another person.
    const key = keyOf('entity', operation, of);
    return (await deps.method.createEntity(individual, key, signal)).id;
  } catch (error) {
    const status = error instanceof MethodError ? error.status : 0;
    // Method never looked at it.
    if ([401, 403, 429].includes(status)) throw new NothingTried('Method takes no requests');
    throw error;
  }
}

async function findPerson({ store }: Deps, at: At, of: Of): Promise<Person | undefined> {
  const stored = await store.get(personKey(of, at));
  return stored?.value ? v.parse(person, stored.value) : undefined;
}

async function savePerson(deps: Deps, at: At, of: Of, one: Person): Promise<Person> {
  return changePerson(deps, at, of, () => one);
}

/** @param change gets the person as stored. One that is gone is not brought back. */
export async function changePerson(
  { store, now }: Deps,
  at: At,
  of: Of,
  change: (known: Person | undefined) => Person,
): Promise<Person> {
  const key = personKey(of, at);
  for (let conflict = 0; conflict < MAX_CONFLICTS; conflict += 1) {
    const stored = await store.get(key);
    const changed = change(stored?.value ? v.parse(person, stored.value) : undefined);
    if (await store.put(key, changed, stored?.version ?? 0, now() + days(KEPT_DAYS)))
      return changed;
  }
  throw new Error('A person was changed too often at the same time');
}

/** What is kept of a person is gone: an entry that has expired is none. */
export async function forgetPerson({ store, now }: Deps, at: At, of: Of): Promise<void> {
  const key = personKey(of, at);
  const stored = await store.get(key);
  if (stored) await store.put(key, null, stored.version, now());
}
