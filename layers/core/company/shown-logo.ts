/** How a logo is shown. Apart from the companies, so that modules load no schema with it. */
import type { Company } from '../schemas/company.ts';

/** The brand's color without the `#` that release 0.1.0 recorded: companies, auths, bills and swaps have it. */
export function withShownLogo<C extends Pick<Company, 'logo'>>(company: C): C {
  const { logo } = company;
  if (!logo.svg?.color.startsWith('#')) return company;
  return { ...company, logo: { ...logo, svg: { ...logo.svg, color: logo.svg.color.slice(1) } } };
}
