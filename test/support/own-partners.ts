/**
 * Before each file of the end-to-end tests: two partners of its own, in the place of those that came
 * with the service. Files run side by side, and none meets another's clients, events or settings.
 */
import { inject } from 'vitest';
import { addPartner } from './partners.ts';

const service = inject('service');
const [own, other] = await Promise.all([addPartner(service), addPartner(service)]);
Object.assign(service, own);
Object.assign(inject('otherPartner'), other);
