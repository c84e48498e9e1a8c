/** Looks at each company's page every hour without a login, and remembers pages that were not known. */
import type { Look as WireLook } from '@billhook/connector-kit/protocol/looks';
import type { Structure } from './blocks/structure.ts';
import type { BrowserCompany } from './company.ts';
import { type Look, lookAt } from './recording/look.ts';

export type PageWatch = {
  /** What is known of each company's page. What is older than an hour is looked at again meanwhile. */
  readonly looks: () => Promise<{ readonly looks: WireLook[]; readonly pages: SeenPage[] }>;
  /** A page that a session has met and that none of the company's is. */
  readonly met: (company: string, structure: Structure | undefined) => void;
};

type SeenPage = {
  readonly company: string;
  readonly at: string;
  readonly hash: string;
  readonly lines: string[];
};

const HOUR_MILLISECONDS = 60 * 60 * 1000;
/** Asked once an hour, it must not miss every other time. */
const FRESH_MILLISECONDS = HOUR_MILLISECONDS - 5 * 60 * 1000;
/** Within the time that a response may take. */
const WAIT_MILLISECONDS = 15_000;
const KEPT_MILLISECONDS = 7 * 24 * HOUR_MILLISECONDS;
const MOST_PAGES = 5;

export function watchPages(
  companies: readonly BrowserCompany[],
  look: (company: BrowserCompany) => Promise<Look> = lookAt,
  now: () => number = Date.now,
): PageWatch {
  const last = new Map<string, Look>();
  let pages: SeenPage[] = [];
  let looking: Promise<void> | undefined;
  const met: PageWatch['met'] = (company, structure) => {
    if (!structure) return;
    const { hash, lines } = structure;
    const others = pages.filter((one) => one.hash !== hash || one.company !== company);
    const seen = { company, at: new Date(now()).toISOString(), hash, lines: [...lines] };
    pages = [seen, ...others].slice(0, MOST_PAGES);
  };
  const lookAtAll = async () => {
    // One after the other: a browser takes a fifth of a gigabyte.
    for (const company of companies) {
      const { id } = company.row;
      const { at } = last.get(id) ?? {};
      if (at !== undefined && now() - Date.parse(at) < FRESH_MILLISECONDS) continue;
      const seen = await look(company);
      last.set(id, seen);
      met(id, seen.structure);
    }
  };
  return {
    met,
    async looks() {
      looking ??= lookAtAll().finally(() => {
        looking = undefined;
      });
      let timer: NodeJS.Timeout | undefined;
      const over = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, WAIT_MILLISECONDS);
      });
      await Promise.race([looking, over]);
      clearTimeout(timer);
      pages = pages.filter(({ at }) => now() - Date.parse(at) < KEPT_MILLISECONDS);
      const looks = [...last].map(([company, { structure: _, missing, ...seen }]) => ({
        ...{ company, ...seen },
        ...(missing && { missing: [...missing] }),
      }));
      return { looks, pages };
    },
  };
}
