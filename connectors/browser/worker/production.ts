/** The worker of a production deployment: it reaches the companies that its operator has files of. */
import { ownCompanies } from '../companies/own.ts';
import { createHandler } from './handler.ts';

export const handler = createHandler(() => ownCompanies);
