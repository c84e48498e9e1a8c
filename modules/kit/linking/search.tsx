/** Finding a company: the popular ones, and a search that follows the typing. */
import type { Auth } from '@billhook/core/schemas/auth';
import type { Company } from '@billhook/core/schemas/company';
import { useEffect, useState } from 'preact/hooks';
import { useKit } from '../kit.ts';
import { list } from '../lists.ts';
import { loadHoldTexts } from '../load-hold-texts.ts';
import { Logo } from '../logo.tsx';
import { Chips } from '../look/chips.tsx';
import { backIcon, clockIcon, searchIcon } from '../look/icons.ts';
import { Row, Rows } from '../look/rows.tsx';
import { Status } from '../look/status.tsx';
import { Screen } from '../shell.tsx';
import { isText, language } from '../text.ts';
import { foundText, SearchFailed, SearchField } from './search-field.tsx';
import { purposeOf, type Task } from './task.ts';
import { say } from './text.ts';
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
  const categories = useCategories();
  const linked = useLinked();
  const found = useSearch(query.trim(), category, task);
  const popular = query.trim() === '' && category === '';
  const none = !popular && !found.searching && !found.failed && found.companies.length === 0;
  return (
    <Screen name="search" title={say('search.title')} onBack={onBack}>
      <SearchField value={query} onInput={setQuery} />
      <CategoryChips {...{ categories }} value={category} onChange={setCategory} />
      {parameters.cardPaymentsOnly && <p class="muted">{say('search.cardsOnly')}</p>}
      {found.failed && <SearchFailed onRetry={found.again} />}
      <p class="hidden" role="status">
        {!popular && !found.searching && !found.failed && foundText(found.companies.length)}
      </p>
      {popular && !found.failed && (
        <>
          <h2>{say('search.popular')}</h2>
          <ul class="grid" aria-busy={found.searching}>
            {found.companies.map((company) => (
              <li key={company._id}>
                <CompanyButton {...{ company, onChoose, linked }} />
              </li>
            ))}
          </ul>
        </>
      )}
      {!popular && !none && !found.failed && (
        <Results {...{ categories, onChoose, linked }} companies={found.companies} />
      )}
      {none && (
        <NoMatch
          {...{ query, category, categories, onChoose, linked }}
          onAll={() => setCategory('')}
          onClear={() => {
            setQuery('');
            setCategory('');
          }}
        />
      )}
    </Screen>
  );
}

const isVerified = ({ status }: Auth) => status.type === 'verified';

/** The companies at which the user has a link: known after the screen is there. */
function useLinked(): readonly string[] {
  const { api, clientId } = useKit();
  const [linked, setLinked] = useState<readonly string[]>([]);
  useEffect(() => {
    list<Auth>(api, `/auth/list/${clientId}`).then((auths = []) =>
      setLinked(auths.filter(isVerified).map(({ company }) => company._id)),
    );
  }, []);
  return linked;
}

function CompanyButton({ company, onChoose, linked }: { readonly company: Company } & Choosing) {
  return (
    <button type="button" class="company" onClick={() => onChoose(company)}>
      <Logo company={company} />
      <span dir="auto">
        {company.name}
        {linked.includes(company._id) && <Linked />}
        {isDown(company) && <em class="badge">{say('search.maintenance')}</em>}
      </span>
    </button>
  );
}

/** Where nothing moves when it comes: in a grid its icon alone is seen. */
function Linked() {
  return <Status tone="success" text={say('search.linked')} />;
}

type Choosing = {
  readonly onChoose: (company: Company) => void;
  readonly linked: readonly string[];
};
type Known = { readonly categories: readonly Category[] };

function isDown({ status }: Company): boolean {
  return status === 'maintenance';
}

/** A row for each: its mark, its name, and which of two of the same name it is. */
function Results({
  companies,
  categories,
  onChoose,
  linked,
}: { readonly companies: readonly Company[] } & Choosing & Known) {
  return (
    <Rows label={say('search.results')}>
      {companies.map((company) => (
        <Row
          key={company._id}
          company={company}
          title={company.name}
          detail={placeOf(company, categories)}
          status={
            isDown(company)
              ? { text: say('search.maintenance'), tone: 'warning', icon: clockIcon }
              : undefined
          }
          end={linked.includes(company._id) ? <Linked /> : undefined}
          onClick={() => onChoose(company)}
        />
      ))}
    </Rows>
  );
}

/** `Electricity · Texas`; of a company that is everywhere what it is alone. */
function placeOf({ categories, geo }: Company, known: readonly Category[]): string {
  const kind = known.find(({ type }) => type === categories[0])?.name;
  return [kind, geo?.stateLong].filter(Boolean).join(' · ');
}

type NoMatchProps = Choosing &
  Known & {
    readonly query: string;
    readonly category: string;
    readonly onAll: () => void;
    readonly onClear: () => void;
  };

/** Where nothing was found there are others, and a wider search. */
function NoMatch({ query, category, categories, onChoose, linked, onAll, onClear }: NoMatchProps) {
  const popular = usePopular() ?? [];
  const name = categories.find(({ type }) => type === category)?.name ?? '';
  return (
    <>
      <h2>{query.trim() ? say('search.none', { query }) : say('search.noneOf', { name })}</h2>
      <p class="muted">{say('search.empty')}</p>
      <Rows>
        {category !== '' && (
          <Row
            icon={searchIcon}
            title={say('search.everywhere')}
            detail={say('search.within', { name })}
            onClick={onAll}
          />
        )}
        <Row icon={backIcon} title={say('search.startOver')} end={null} onClick={onClear} />
      </Rows>
      {popular.length > 0 && (
        <>
          <h2>{say('search.popular')}</h2>
          <Results
            {...{ categories, onChoose, linked }}
            companies={popular.slice(0, SHOWN_INSTEAD)}
          />
        </>
      )}
    </>
  );
}

/** Companies that are shown where none was found. */
const SHOWN_INSTEAD = 4;

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

/** All kinds of companies, by their names in the page's language. */
export function useCategories(): readonly Category[] {
  const { api } = useKit();
  const [categories, setCategories] = useState<readonly Category[]>([]);
  useEffect(() => {
    // Without them the page is as useful.
    const named = language() === 'en' ? undefined : loadHoldTexts();
    Promise.all([list<Category>(api, '/company/categories'), named]).then(([found = []]) =>
      setCategories(
        found.map(({ name, type }) => {
          const key = `category.${type}`;
          return { type, name: isText(key) ? say(key) : name };
        }),
      ),
    );
  }, [api]);
  return categories;
}

type ChipsProps = Known & {
  readonly value: string;
  readonly onChange: (type: string) => void;
};

/** In one row that scrolls, whose place is there before they are. */
export function CategoryChips({ categories, value, onChange }: ChipsProps) {
  const all = { text: say('search.all'), value: '' };
  const choices = [all, ...categories.map(({ name, type }) => ({ text: name, value: type }))];
  return <Chips label={say('search.categories')} {...{ choices, value, onChange }} />;
}
