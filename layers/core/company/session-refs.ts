/** What records say of what sessions have left (decision: connections-and-live-sessions). */

/** Where the connection of an auth is from, and when it ends. */
export type ConnectionRef = {
  /** The connector that made it: no other gets it. */
  readonly connector: string;
  /** By the partner's clock. */
  readonly expiresAt: string;
  /** The partner was told that it ends. */
  readonly told?: true;
  /** What tells its connector to forget it once the account is unlinked, and where that lies. */
  readonly farewell?: FarewellRef;
};

export type FarewellRef = {
  /** The account as the connector knows it. */
  readonly auth: string;
  readonly operation: string;
};

/** The session that a link has left open. */
export type LiveRef = {
  readonly linkId: string;
  readonly connector: string;
  /** By the machine's clock. */
  readonly until: string;
};
