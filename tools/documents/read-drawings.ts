/** The drawings of the sandbox's companies and of the stand-ins, as they are stored in `logos`. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { companyTables } from '@billhook/core/sandbox/companies';
import { type CompanyRow, slugOf } from '@billhook/core/sandbox/company-row';
import { standInCompanies } from '../../connectors/stand-ins/companies.ts';
import { projectPaths } from '../../lib/build/options.ts';

export type Drawing = {
  readonly company: Pick<CompanyRow, 'name' | 'logo'>;
  /** From `logos`, without an ending: `household/bramblewick-power`. */
  readonly path: string;
  /** The SVG as it is stored. */
  readonly drawing: string;
};

/** In the colors of their websites. */
const standIns: readonly Drawing['company'][] = [
  { name: standInCompanies.utility, logo: '#14532d' },
  { name: standInCompanies.mobile, logo: '#5b3df5' },
  { name: standInCompanies.streaming, logo: '#3a1c4a' },
];

/** In the order of the directory. @throws when a company has none. */
export function readDrawings(): Drawing[] {
  return Object.entries({ ...companyTables, 'stand-ins': standIns }).flatMap(([table, companies]) =>
    companies.map((company) => {
      const path = `${table}/${slugOf(company.name)}`;
      const drawing = readFileSync(join(projectPaths.logos, `${path}.svg`), 'utf8');
      return { company, path, drawing };
    }),
  );
}

/** Wide and high: what a logo of 64 px has on a phone with three dots a pixel. */
export const LOGO_PIXELS = 192;

/** The color behind a drawing: the brand's, or white. */
export function groundOf({ company: { logo } }: Pick<Drawing, 'company'>): string {
  return logo === undefined || logo === 'photo' ? '#ffffff' : logo;
}

/** What a picture was made from, in short: it says so itself. */
export function sourceOf(drawing: Drawing): string {
  const source = [LOGO_PIXELS, groundOf(drawing), drawing.drawing].join('\n');
  return createHash('sha256').update(source).digest('base64url');
}
