/** Partners: banks, wallets and budgeting apps that call the API for their users. */
export type PartnerRecord = {
  readonly _id: string;
  readonly name: string;
  readonly created: string;
};
