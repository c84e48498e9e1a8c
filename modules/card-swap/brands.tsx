/** The companies that take cards, of which the user chooses a few. */
import type { Company } from '@billhook/core/schemas/company';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import type { Swap } from '@billhook/core/schemas/swap';
import { useState } from 'preact/hooks';
import { CategoryChips, useCategories, useSearch } from '../kit/linking/search.tsx';
import { foundText, SearchFailed, SearchField } from '../kit/linking/search-field.tsx';
import { usePopular } from '../kit/linking/use-popular.ts';
import { Logo } from '../kit/logo.tsx';
import { methodName } from '../kit/method-name.ts';
import { Actions, Icon, Notice, Primary, Screen } from '../kit/shell.tsx';
import { brandStateOf } from './brand-state.ts';
import { MAX_ROWS } from './rows.ts';
import { say, sayCount } from './text.ts';
import { useSuggested } from './use-suggested.ts';

type Props = {
  /** The card that they get, once one is chosen. */
  readonly card?: PaymentMethod;
  readonly swaps: readonly Swap[];
  readonly onChangeCard: () => void;
  readonly onBack?: () => void;
  readonly chosen: readonly Company[];
  readonly onChoose: (companies: readonly Company[]) => void;
  readonly onContinue: () => void;
};

const task = { items: ['swap'] } as const;

export function Brands({ card, swaps, chosen, onChangeCard, onBack, ...props }: Props) {
  const [query, setQuery] = useState('');
  const suggested = useSuggested();
  const [category, setCategory] = useState('');
  const categories = useCategories();
  const { companies, failed, again, searching } = useSearch(query.trim(), category, task);
  const searched = query.trim() !== '' || category !== '';
  const isChosen = ({ _id }: Company) => chosen.some((one) => one._id === _id);
  const toggle = (company: Company) => {
    props.onChoose(
      isChosen(company) ? chosen.filter(({ _id }) => _id !== company._id) : [...chosen, company],
    );
  };
  const full = chosen.length >= MAX_ROWS;
  const none = searched && !searching && !failed && companies.length === 0;
  const rest = companies.filter(({ _id }) => searched || suggested.every((one) => one._id !== _id));
  const grid = { card, swaps, full, isChosen, toggle };
  return (
    <Screen name="brands" title={say('swap.brands.title')} onBack={onBack}>
      <CardLine {...{ card, onChangeCard }} />
      <SearchField value={query} onInput={setQuery} />
      <CategoryChips {...{ categories }} value={category} onChange={setCategory} />
      <Chosen {...{ chosen, toggle }} />
      {failed && <SearchFailed onRetry={again} />}
      <p class={none ? '' : 'hidden'} role="status">
        {searched && !searching && !failed && foundText(companies.length)}
      </p>
      {full && <Notice>{say('swap.brands.limit', { count: MAX_ROWS })}</Notice>}
      {!searched && suggested.length > 0 && (
        <Group title={say('swap.brands.suggested')} companies={suggested} {...grid} />
      )}
      {none ? (
        <NoneFound {...grid} />
      ) : (
        !failed && (
          <Group
            title={searched ? '' : say('search.popular')}
            {...{ companies: rest, searched, searching }}
            {...grid}
          />
        )
      )}
      <Actions near={chosen.length > 0}>
        {chosen.length > 0 && (
          <Primary
            text={sayCount('swap.brands.continue', chosen.length)}
            onClick={props.onContinue}
          />
        )}
      </Actions>
    </Screen>
  );
}

type Choosing = {
  readonly chosen: readonly Company[];
  readonly toggle: (company: Company) => void;
};

/** Stays in sight whatever is searched for; pressed, a company is taken out again. */
function Chosen({ chosen, toggle }: Choosing) {
  if (chosen.length === 0) return null;
  return (
    <ul class="chips chosen" aria-label={say('swap.brands.chosen')}>
      {chosen.map((company) => (
        <li key={company._id}>
          <button
            type="button"
            aria-label={say('swap.brands.remove', { company: company.name })}
            onClick={() => toggle(company)}
          >
            <span>
              {company.name}
              <Icon name="close" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

type GroupProps = Pick<Props, 'card' | 'swaps'> & {
  readonly title: string;
  readonly companies: readonly Company[];
  readonly full: boolean;
  readonly searched?: boolean;
  readonly searching?: boolean;
  readonly isChosen: (company: Company) => boolean;
  readonly toggle: (company: Company) => void;
};

/** Marks side by side; of what was searched for, rows that say which of two it is. */
function Group({ title, companies, searched, searching, ...props }: GroupProps) {
  return (
    <>
      {title && <h2>{title}</h2>}
      <ul
        class={searched ? '' : 'grid'}
        aria-busy={searching}
        aria-label={title || say('swap.rows.list')}
      >
        {companies.map((company) => (
          <li key={company._id}>
            <Brand
              company={company}
              checked={props.isChosen(company)}
              full={props.full}
              state={brandStateOf(company, props.swaps, props.card?._id)}
              place={searched ? company.geo?.stateLong : undefined}
              onToggle={() => props.toggle(company)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Where nothing was found there are others. */
function NoneFound(grid: Omit<GroupProps, 'title' | 'companies'>) {
  return <Group title={say('search.popular')} companies={usePopular() ?? []} {...grid} />;
}

/** Keeps its place while the card is not known yet. */
function CardLine({ card, onChangeCard }: Pick<Props, 'card' | 'onChangeCard'>) {
  return (
    <div class="row">
      <span>{card && say('swap.brands.card', { card: methodName(card) })}</span>
      {card && (
        <button type="button" class="plain" onClick={onChangeCard}>
          {say('swap.brands.change')}
        </button>
      )}
    </div>
  );
}

type BrandProps = {
  readonly company: Company;
  readonly checked: boolean;
  /** No more can be chosen. */
  readonly full: boolean;
  readonly state: ReturnType<typeof brandStateOf>;
  /** What tells it from another of its name. */
  readonly place: string | undefined;
  readonly onToggle: () => void;
};

const badges = {
  maintenance: 'search.maintenance',
  'under-way': 'swap.brands.underWay',
  'on-file': 'swap.brands.onFile',
} as const;

function Brand({ company, checked, full, state, place, onToggle }: BrandProps) {
  const barred = state === 'maintenance' || state === 'under-way';
  return (
    <label class="company choice">
      <input
        type="checkbox"
        aria-label={place && company.name}
        checked={checked}
        disabled={barred || (full && !checked)}
        onChange={onToggle}
      />
      <Logo company={company} />
      <span dir="auto">
        {company.name}
        {place && <small>{place}</small>}
        {state && (
          <em class={state === 'on-file' ? 'badge success' : 'badge'}>{say(badges[state])}</em>
        )}
      </span>
    </label>
  );
}
