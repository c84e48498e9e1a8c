/**
 * The stand-in companies, as a directory lists them. Everything that has to know which there are reads it
 * here; an id follows from the name, as those of other companies do, and never changes.
 */

export const standInCompanies = {
  utility: { companyId: 'co_MarlowValleyElectric', name: 'Marlow Valley Electric' },
  mobile: { companyId: 'co_LarkspurMobile000000', name: 'Larkspur Mobile' },
  streaming: { companyId: 'co_NightjarStreaming000', name: 'Nightjar Streaming' },
} as const satisfies Record<string, { readonly companyId: string; readonly name: string }>;

export type StandInName = keyof typeof standInCompanies;

export const standInNames = Object.keys(standInCompanies) as readonly StandInName[];
