/** What one kind of use comes to: a statement of a role, and the variables that name what it allows. */
export type Allowance = {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};
