/** Says which interpreters are missing, and starts the service that the snippets call. */
import type { TestProject } from 'vitest/node';
import setUpService from '../support/global-setup.ts';
import { reportMissing } from './interpreters.ts';

export default function setUp(project: TestProject): Promise<() => Promise<void>> {
  reportMissing();
  return setUpService(project);
}
