/** Calls every operation as its case does, one after another, and has those calls observed. */
import { type ApiClient, createApiClient } from '../../lib/client/api-client.ts';
import type { Surroundings } from '../support/surroundings.ts';
import { type AnyResult, openWorld } from '../support/world.ts';
import { allCases } from './cases/all-cases.ts';
import { localAddresses, makeScene } from './cases/scene.ts';

export async function callEveryOperation(around: Surroundings): Promise<void> {
  const { baseUrl, partnerId, apiKey, addPartner, addresses = localAddresses } = around;
  const spot = openSpot(around);
  const apiWith = (credential: string) =>
    watched(createApiClient({ baseUrl, apiKey: credential, validate: true }), spot.call);
  const worldOf = (partner: { readonly apiKey: string }) =>
    openWorld({ baseUrl, ...partner }, apiWith(partner.apiKey));
  const world = worldOf({ apiKey });
  const newPartner = async () => worldOf(await addPartner());
  const run = async (title: string, one: Run) => {
    const outcome = await spot.on(title, one);
    if (!outcome.ok) throw new Error(`${title}: ${JSON.stringify(outcome.problem)}`);
  };
  // A process keeps the directory for a while, and making the scene searches it.
  await run('searchCompanies, the first of a process', () =>
    world.api.company.searchCompanies({ query: 'Regular' }),
  );
  const scene = await makeScene({ world, partnerId, newPartner, apiWith, addresses });
  for (const { name, success, variants = {} } of allCases) {
    await run(name, () => success(scene, world.api));
    for (const [what, variant] of Object.entries(variants)) {
      await run(`${name}, ${what}`, () => variant(scene, world.api));
    }
  }
}

type Run = () => Promise<AnyResult>;

/** Lets one call through to be observed: the first of an operation while its case runs. */
function openSpot({ observe }: Pick<Surroundings, 'observe'>) {
  let awaited: string | undefined;
  return {
    /** @param title the operation's name, and after a comma what is special. */
    async on(title: string, run: Run): Promise<AnyResult> {
      awaited = title;
      const outcome = await run();
      if (awaited) throw new Error(`The case of ${title} does not call it`);
      return outcome;
    },
    call(name: string, run: Run): Promise<AnyResult> {
      if (awaited?.split(',')[0] !== name) return run();
      const title = awaited;
      awaited = undefined;
      return observe(title, run);
    },
  };
}

type Call = (...given: unknown[]) => Promise<AnyResult>;

/** The same client, each of whose calls says the name of its operation. */
function watched(api: ApiClient, around: (name: string, run: Run) => Promise<AnyResult>) {
  const groups = Object.entries(api).map(([group, calls]) => [
    group,
    Object.fromEntries(
      Object.entries<Call>(calls as never).map(([name, call]) => [
        name,
        (...given: unknown[]) => around(name, () => call(...given)),
      ]),
    ),
  ]);
  return Object.fromEntries(groups) as ApiClient;
}
