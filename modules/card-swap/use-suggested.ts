import type { Company } from '@billhook/core/schemas/company';
import { useEffect, useState } from 'preact/hooks';
import { useKit } from '../kit/kit.ts';

/**
 * Companies that the partner knows its user to have, in its order. One that is not there, or whose
 * card can't be changed, is left out.
 */
export function useSuggested(): readonly Company[] {
  const { api, parameters } = useKit();
  const { suggestedCompanyIds } = parameters;
  const [companies, setCompanies] = useState<readonly Company[]>([]);
  useEffect(() => {
    let gone = false;
    const reading = suggestedCompanyIds.map((id) =>
      api<Company>({ path: `/company/${encodeURIComponent(id)}` }),
    );
    Promise.all(reading).then((read) => {
      if (gone) return;
      const found = read.flatMap((result) => (result.ok ? [result.value] : []));
      setCompanies(found.filter(({ fullyAutomatedCardSwap }) => fullyAutomatedCardSwap));
    });
    return () => {
      gone = true;
    };
  }, []);
  return companies;
}
