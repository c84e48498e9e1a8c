/** The companies that a search begins with: asked for where the session came without them. */
import type { Company } from '@billhook/core/schemas/company';
import { useEffect, useState } from 'preact/hooks';
import { useKit } from '../kit.ts';

/** @returns nothing while they are on their way. */
export function usePopular(): readonly Company[] | undefined {
  const { session, presentSession } = useKit();
  const { companies, lists } = session;
  const [isHere, setHere] = useState(companies.length > 0 || !lists);
  useEffect(() => {
    if (isHere) return;
    let gone = false;
    presentSession().then((present) => {
      if (gone) return;
      // Into the session: whoever comes back here has them.
      companies.push(...(present?.companies ?? []));
      setHere(true);
    });
    return () => {
      gone = true;
    };
  }, [isHere]);
  return isHere ? companies : undefined;
}
