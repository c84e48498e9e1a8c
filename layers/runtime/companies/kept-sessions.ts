/**
 * What sessions leave for the next one, opened and sealed (decision: connections-and-live-sessions). It is sealed under the
 * data key of the auth's credentials, and by the name of its connector: with other credentials, or for
 * another connector, it does not open.
 */
import type { AuthRecord } from '@billhook/core/auth/auth';
import {
  connectionName,
  countsStill,
  isLive,
  liveName,
  withConnection,
  withLive,
} from '@billhook/core/auth/connections';
import { withFields, withoutField } from '@billhook/core/base/sealed';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { Kept, LoginForm } from '@billhook/core/company/connector';
import { FAREWELL_MILLISECONDS } from '@billhook/core/company/forgetting';
import type { LiveRef } from '@billhook/core/company/session-refs';
import type { Vault } from '../aws/vault.ts';
import { beginForgetting } from '../stores/forgetting-store.ts';
import { keepFarewell, keepSession, storedSession } from '../stores/passing-store.ts';
import type { Table, Write } from '../table/types.ts';

/** What a session has given to be kept. */
export type Left = {
  readonly company: Pick<CompanyRecord, 'connector'>;
  readonly kept: () => Kept;
};

type At = {
  readonly connector: string;
  readonly partnerNow: number;
  readonly machineNow: number;
};

type Opened = {
  readonly form: LoginForm;
  readonly connection?: string;
  readonly live?: string;
};

/** A login field of that name, which no company has, is hidden by it. */
const fieldOf = (kind: 'connection' | 'live', connector: string) => `${kind}:${connector}`;

/** The login form of an auth, with what earlier sessions have left, where that counts still. */
export async function openKept(
  { table, vault }: { readonly table: Table; readonly vault: Vault },
  { auth, live }: { readonly auth: AuthRecord; readonly live: LiveRef | undefined },
  { connector, partnerNow, machineNow }: At,
): Promise<Opened> {
  const { clientId, _id: recordId, credentials, connection } = auth;
  const names = {
    ...(countsStill(connection, connector, partnerNow) && {
      [fieldOf('connection', connector)]: connectionName(recordId),
    }),
    ...(isLive(live, auth, connector, machineNow) && {
      [fieldOf('live', connector)]: liveName(live.linkId),
    }),
  };
  const found = await Promise.all(
    Object.entries(names).map(async ([name, passing]) => {
      const field = await storedSession(table, clientId, passing);
      return field ? [[name, field] as const] : [];
    }),
  );
  const left = Object.fromEntries(found.flat());
  const opened = await vault.open({ clientId, recordId }, withFields(credentials, left));
  const take = (kind: 'connection' | 'live') => {
    const name = fieldOf(kind, connector);
    return name in left ? opened[name] : undefined;
  };
  const form = Object.entries(opened).filter(([name]) => !(name in left));
  return { form: Object.fromEntries(form), connection: take('connection'), live: take('live') };
}

/**
 * The auth with what the session gave to be kept, and the writes that go with it. `auth` is what would
 * be saved otherwise.
 */
export async function withKept(
  { vault }: { readonly vault: Vault },
  auth: AuthRecord,
  session: Left | undefined,
  machineNow: number,
): Promise<{ readonly auth: AuthRecord; readonly writes: readonly Write[] }> {
  if (!session) return { auth, writes: [] };
  const { company } = session;
  const { connection, live } = session.kept();
  const { clientId, _id: recordId, link } = auth;
  const { connector } = company;
  const values: Record<string, string> = {
    ...(connection && { [fieldOf('connection', connector)]: connection.value }),
    ...(live && link && { [fieldOf('live', connector)]: live.handle }),
  };
  let next = connection === null ? withConnection(auth, connector, undefined) : auth;
  if (Object.keys(values).length === 0) return { auth: next, writes: [] };
  const sealed = await vault.sealMore({ clientId, recordId }, auth.credentials, values);
  const writes: Write[] = [];
  let credentials = sealed;
  const put = (kind: 'connection' | 'live', passing: string, until: number) => {
    const name = fieldOf(kind, connector);
    const field = sealed.fields[name];
    if (field) writes.push(keepSession(clientId, passing, field, until));
    credentials = withoutField(credentials, name);
  };
  if (connection) {
    // The connector that reached the company until now is not asked again: it has this to forget.
    if (auth.connection?.connector !== connector) writes.push(...beginForgetting(auth, machineNow));
    put('connection', connectionName(recordId), connection.expiresAt);
    next = withConnection(next, connector, connection);
    const { farewell, expiresAt } = connection;
    if (farewell) writes.push(keepFarewell(farewell, expiresAt + FAREWELL_MILLISECONDS));
  }
  if (live && link) {
    put('live', liveName(link.linkId), machineNow + live.seconds * 1000);
    next = withLive(next, connector, live.seconds, machineNow);
  }
  return { auth: { ...next, credentials }, writes };
}
