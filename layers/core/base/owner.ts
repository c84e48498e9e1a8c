/**
 * Whose data a call may touch: all of a partner's clients, or one client. Every read by id takes an
 * owner, so that no operation can forget to ask.
 */

/** A partner: the data of all of its clients. */
export type PartnerOwner = { readonly kind: 'partner'; readonly partnerId: string };

/** One client of a partner: its own data and nothing else. */
export type ClientOwner = {
  readonly kind: 'client';
  readonly partnerId: string;
  readonly clientId: string;
  /** The module session that its token is of. */
  readonly sessionId?: string;
  /** The id that all access tokens of one SSO token share, for logs and the audit. */
  readonly tokenFamily?: string;
};

export type Owner = PartnerOwner | ClientOwner;

type Owned = { readonly partnerId: string; readonly clientId: string };

export function owns(owner: Owner, record: Owned): boolean {
  return owner.partnerId === record.partnerId && mayAskFor(owner, record.clientId);
}

/** Whether an owner may name a client at all. A partner may; whether it is its own, the record tells. */
export function mayAskFor(owner: Owner, clientId: string): boolean {
  return owner.kind === 'partner' || owner.clientId === clientId;
}

/** The owner for work that goes on from a record: that of the record's own client. */
export function ownerOf(record: Owned): ClientOwner {
  return { kind: 'client', partnerId: record.partnerId, clientId: record.clientId };
}
