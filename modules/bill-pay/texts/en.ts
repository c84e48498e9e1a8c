/** What the bill-pay module says beside the kit, in English. */
export const texts = {};

export type Texts = Readonly<Record<keyof typeof texts, string>>;
