/** Finding a company: the popular ones, and a search that follows the typing. */
import type { Company } from '@billhook/core/schemas/company';
import { useEffect, useState } from 'preact/hooks';
import { useKit } from '../kit.ts';
import { list } from '../lists.ts';
import { Logo } from '../logo.tsx';
import { Notice, Screen } from '../shell.tsx';
import { say } from '../text.ts';
import { foundText, SearchFailed, SearchField } from './search-field.tsx';
import { purposeOf, type Task } from './task.ts';
import { usePopular } from './use-popular.ts';

const TYPING_MILLISECONDS = 150;
const SHOWN = '24';

type Category = { readonly name: string; readonly type: string };

type Props = {
  readonly task: Task;
  readonly onBack?: () => void;
  readonly onChoose: (company: Company) => void;
};

export function Search({ task, onBack, onChoose }: Props) {
  const { parameters } = useKit();
  const [query, setQuery] = useState('');
  const [category, setCategory] = useState('');
  const { companies, failed, again, searching } = useSearch(query.trim(), category, task);
  const popular = query.trim() === '' && category === '';
  return (
    <Screen name="search" title={say('search.title')} onBack={onBack}>
      <SearchField value={query} onInput={setQuery} />
      {parameters.cardPaymentsOnly && <Notice>{say('search.cardsOnly')}</Notice>}
      <h2>{say(popular ? 'search.popular' : 'search.results')}</h2>
      {failed ? (
        <SearchFailed onRetry={again} />
      ) : (
        <p class={popular || companies.length > 0 ? 'hidden' : ''} role="status">
          {!popular && !searching && foundText(companies.length)}
        </p>
      )}
      <ul class={popular ? 'grid' : 'list'} aria-busy={searching}>
        {companies.map((company) => (
          <li key={company._id}>
            <CompanyButton company={company} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <CategoryChips value={category} onChange={setCategory} />
    </Screen>
  );
}

function CompanyButton({
  company,
  onChoose,
}: {
  readonly company: Company;
  readonly onChoose: (company: Company) => void;
}) {
  const down = company.status === 'maintenance';
  return (
    <button type="button" class="company" onClick={() => onChoose(company)}>
      <Logo company={company} />
      <span dir="auto">
        {company.name}
        {down && <em class="badge">{say('search.maintenance')}</em>}
      </span>
    </button>
  );
}

/** What fits now. An answer that comes after a later question is dropped. */
export function useSearch(query: string, category: string, task: Task) {
  const { api, parameters } = useKit();
  const begin = usePopular();
  const [companies, setCompanies] = useState<readonly Company[]>(begin ?? []);
  const [failed, setFailed] = useState(false);
  const [searching, setSearching] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    setFailed(false);
    const isBeginning = query === '' && category === '';
    if (isBeginning && begin?.length !== 0) {
      setCompanies(begin ?? []);
      setSearching(!begin);
      return;
    }
    let late = false;
    setSearching(true);
    const timer = setTimeout(async () => {
      const products = purposeOf(task) === 'swap' ? ['swap'] : undefined;
      const result = await api<{ readonly data: readonly Company[] }>({
        method: 'POST',
        path: '/company/search',
        body: {
          ...(query && { query }),
          ...(category && { category }),
          ...(products && { products }),
          ...(parameters.cardPaymentsOnly && { cardPaymentsOnly: true }),
          paginateResults: 'true',
          pageSize: SHOWN,
        },
      });
      if (late) return;
      setSearching(false);
      setFailed(!result.ok);
      if (result.ok) setCompanies(result.value.data);
    }, TYPING_MILLISECONDS);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [query, category, round, begin]);
  return { companies, failed, searching, again: () => setRound(round + 1) };
}

function CategoryChips({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (type: string) => void;
}) {
  const { api } = useKit();
  const [categories, setCategories] = useState<readonly Category[]>([]);
  useEffect(() => {
    // Without them the page is as useful.
    list<Category>(api, '/company/categories').then((found) => setCategories(found ?? []));
  }, [api]);
  if (categories.length === 0) return null;
  const all = { name: say('search.all'), type: '' };
  return (
    <>
      <h2>{say('search.categories')}</h2>
      <ul class="chips">
        {[all, ...categories].map(({ name, type }) => (
          <li key={type}>
            <button type="button" aria-pressed={type === value} onClick={() => onChange(type)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
