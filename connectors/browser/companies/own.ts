/**
 * The companies of a production deployment: an operator's files, of basis `contract` or `user-authorized`.
 * With none, production has no browser at all. A sandbox never has them.
 */
import type { BrowserCompany } from '../company.ts';

export const ownCompanies: readonly BrowserCompany[] = [];
