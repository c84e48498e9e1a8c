/** Lists: rows with a company's mark, and the quiet list of what else can be done. */
import type { CompanySummary } from '@billhook/core/schemas/company';
import type { ComponentChildren } from 'preact';
import { Logo } from '../logo.tsx';
import { Icon, NextIcon } from '../shell.tsx';
import { Status, type Tone } from './status.tsx';

/** `<Rows label="Coming up"><Row …/></Rows>` */
export function Rows({
  label,
  children,
}: {
  readonly label?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <ul class="list" aria-label={label}>
      {children}
    </ul>
  );
}

type RowProps = {
  /** A mark makes it 72 high, an icon 56. */
  readonly company?: CompanySummary;
  readonly icon?: string;
  readonly title: string;
  readonly detail?: string;
  /** Its one line of truth. */
  readonly status?: { readonly text: string; readonly tone?: Tone; readonly icon?: string };
  readonly amount?: string | false;
  /** Under the amount: when it is due. */
  readonly date?: string;
  readonly danger?: boolean;
  /** Why it can't be done now; the row is there, and does nothing. */
  readonly disabled?: boolean;
  readonly end?: ComponentChildren;
  readonly onClick?: () => void;
};

/** A row leads somewhere when it has `onClick`; else it only says something. */
export function Row(props: RowProps) {
  const { company, icon, disabled, danger, onClick } = props;
  const { end = onClick && !disabled && <NextIcon /> } = props;
  const kind = `row${company ? '' : ' thin'}${danger ? ' danger' : ''}`;
  const content = (
    <>
      {company ? <Logo company={company} /> : icon && <Icon name="mark" path={icon} />}
      <span>
        <Split left={props.title} right={props.amount && <b>{props.amount}</b>} />
        <Split left={<Truth {...props} />} right={props.date && <small>{props.date}</small>} />
      </span>
      {end}
    </>
  );
  return (
    <li>
      {onClick ? (
        <button type="button" class={kind} disabled={disabled} onClick={onClick}>
          {content}
        </button>
      ) : (
        <div class={kind}>{content}</div>
      )}
    </li>
  );
}

function Truth({ status, detail }: RowProps) {
  return (
    <>
      {detail && <small dir="auto">{detail}</small>}
      {status && <Status {...status} />}
    </>
  );
}

type SplitProps = { readonly left: ComponentChildren; readonly right?: ComponentChildren };

function Split({ left, right }: SplitProps) {
  return (
    <span class="split">
      <span dir="auto">{left}</span>
      {right}
    </span>
  );
}
