/** The companies that take cards, of which the user chooses a few. */
import type { Company } from '@billhook/core/schemas/company';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import type { Swap } from '@billhook/core/schemas/swap';
import { useState } from 'preact/hooks';
import { useSearch } from '../kit/linking/search.tsx';
import { foundText, SearchFailed, SearchField } from '../kit/linking/search-field.tsx';
import { Logo } from '../kit/logo.tsx';
import { methodName } from '../kit/method-name.ts';
import { Actions, Notice, Primary, Screen } from '../kit/shell.tsx';
import { brandStateOf } from './brand-state.ts';
import { MAX_ROWS } from './rows.ts';
import { say, sayCount } from './text.ts';

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
  const { companies, failed, again, searching } = useSearch(query.trim(), '', task);
  const isChosen = ({ _id }: Company) => chosen.some((one) => one._id === _id);
  const searched = query.trim() !== '';
  // What was found by an earlier search stays in sight.
  const shown = searched
    ? companies
    : [...chosen.filter(({ _id }) => companies.every((one) => one._id !== _id)), ...companies];
  const toggle = (company: Company) => {
    props.onChoose(
      isChosen(company) ? chosen.filter(({ _id }) => _id !== company._id) : [...chosen, company],
    );
  };
  const full = chosen.length >= MAX_ROWS;
  return (
    <Screen name="brands" title={say('swap.brands.title')} onBack={onBack}>
      <CardLine {...{ card, onChangeCard }} />
      <SearchField value={query} onInput={setQuery} />
      {failed && <SearchFailed onRetry={again} />}
      <p class={searched && shown.length === 0 && !failed ? '' : 'hidden'} role="status">
        {searched && !searching && !failed && foundText(shown.length)}
      </p>
      {full && <Notice>{say('swap.brands.limit', { count: MAX_ROWS })}</Notice>}
      <ul class="grid" aria-busy={searching} aria-label={say('swap.rows.list')}>
        {shown.map((company) => (
          <li key={company._id}>
            <Brand
              company={company}
              checked={isChosen(company)}
              full={full}
              state={brandStateOf(company, swaps, card?._id)}
              onToggle={() => toggle(company)}
            />
          </li>
        ))}
      </ul>
      <Actions>
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
  readonly onToggle: () => void;
};

const badges = {
  maintenance: 'search.maintenance',
  'under-way': 'swap.brands.underWay',
  'on-file': 'swap.brands.onFile',
} as const;

function Brand({ company, checked, full, state, onToggle }: BrandProps) {
  const barred = state === 'maintenance' || state === 'under-way';
  return (
    <label class="company choice">
      <input
        type="checkbox"
        checked={checked}
        disabled={barred || (full && !checked)}
        onChange={onToggle}
      />
      <Logo company={company} />
      <span dir="auto">
        {company.name}
        {state && (
          <em class={state === 'on-file' ? 'badge success' : 'badge'}>{say(badges[state])}</em>
        )}
      </span>
    </label>
  );
}
