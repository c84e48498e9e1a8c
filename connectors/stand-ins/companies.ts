/** The stand-in companies: the folder of each, and what it calls itself. */
export const standInCompanies = {
  utility: 'Marlow Valley Electric',
  mobile: 'Larkspur Mobile',
  streaming: 'Nightjar',
} as const;

export type StandInName = keyof typeof standInCompanies;

export const standInNames = Object.keys(standInCompanies) as readonly StandInName[];
