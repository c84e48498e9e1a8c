/**
 * Registers the connector of the battery with its service. The suite that an operator's
 * `connector add` runs first takes minutes, and has tests of its own. A process of its own, since it has
 * the operator's environment.
 */
import { parseArgs } from 'node:util';
import { connect } from '../../../lib/operator/connect.ts';

const { values } = parseArgs({ options: { state: { type: 'string' }, url: { type: 'string' } } });
const { state: stateDir = '', url = '' } = values;

const { actor } = await connect({ stateDir });
// Only now does the environment say which table it is.
const { openTable } = await import('@billhook/runtime/table/table');
const { readNewConnector, registerConnector } = await import(
  '@billhook/runtime/partners/register-connector'
);
const deps = { table: openTable(), clock: Date.now };
const read = await readNewConnector(deps, url);
if (read.ok) await registerConnector(deps, read, { baseUrl: url, takesCards: true, actor });
// Who was cut off right here has done it.
else if (read.reason !== 'registered-already') throw new Error(`It says: ${read.reason}`);
