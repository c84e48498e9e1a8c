/** Who may use the vault's key beside the functions (decision: vault-roles). */

export type VaultSettings = {
  /** The role that may open everything in an emergency, by its ARN. */
  readonly breakGlassRole?: string;
  /** The key's policy still lets the account decide: for the deployment that moves the roles. */
  readonly movesRoles: boolean;
};

/** @param given what `-c vaultRolesMove=…` says, for one deployment. @throws Error for neither yes nor no. */
export function readRolesMove(given: unknown = 'false'): boolean {
  if (!['true', 'false'].includes(String(given))) {
    throw new Error(`vaultRolesMove must be true or false, not '${given}'.`);
  }
  return String(given) === 'true';
}
