/**
 * Linking an account from the search to its outcome. The account-linking module is this and little
 * more; card swap and bill pay use it for companies that are not linked yet.
 */
import type { Company } from '@billhook/core/schemas/company';
import { useEffect, useRef, useState } from 'preact/hooks';
import { agreedTo, agreementText } from '../consent/agreement.ts';
import { subscription as subscriptionText } from '../consent/subscription.ts';
import { useKit } from '../kit.ts';
import { Trouble } from '../shell.tsx';
import { say } from '../text.ts';
import { goBack, hasTrail } from '../ways/trail.ts';
import { DataConsent, useDataConsent } from './data-consent.tsx';
import type { PaymentOutcome } from './payment-outcome.tsx';
import { Search } from './search.tsx';
import { SignIn } from './sign-in.tsx';
import { spendSignIn } from './spend.ts';
import type { SwapOutcome } from './swap-outcome.tsx';
import {
  type After,
  type Agreement,
  type LinkResult,
  type Login,
  type Place,
  purposeOf,
  type Task,
} from './task.ts';
import { Working } from './working.tsx';

export type LinkingProps = {
  readonly task: Task;
  /** Where the user is in it. */
  readonly place: Place;
  readonly go: (place: Place, how?: 'replace') => void;
  /** Whether the user may choose another company. */
  readonly fixedCompany?: boolean;
  readonly onEnd: (result: LinkResult) => void;
  /** What follows a link in the place of the screen that says so. */
  readonly after?: After;
  readonly onReview?: () => void;
  /** The way out of the first screen. */
  readonly onBack?: () => void;
  /** The user wants another card for a swap that was held. */
  readonly onOtherCard?: () => void;
  /** What the last screen's button says. */
  readonly doneText?: string;
  readonly Paid?: typeof PaymentOutcome;
  readonly Swapped?: typeof SwapOutcome;
  /** Beside it, `Link another`. */
  readonly canLinkAnother?: boolean;
};

const subscription: Agreement = {
  text: (names) => agreementText(subscriptionText, names),
  given: () => agreedTo(subscriptionText),
};

export function Linking(props: LinkingProps) {
  const { task, place, fixedCompany, onEnd, onBack, onOtherCard } = props;
  const { session } = useKit();
  const [isAgreed, agree] = useDataConsent();
  const known = useRef(new Map<string, Company>());
  for (const company of session.companies) known.current.set(company._id, company);
  if (session.company) known.current.set(session.company._id, session.company);
  // In memory only, and only while the company has not answered: for a code that goes elsewhere.
  const login = useRef<Login>();
  const signedIn = useRef<{ readonly authId: string; readonly company: Company }>();
  const go = (next: Place) => {
    if (next.at !== 'working') login.current = undefined;
    props.go(next);
  };
  const choose = fixedCompany ? undefined : () => go({ at: 'search' });
  // Also of a link that its user did not begin: one of theirs knows what stood before it.
  const isTheirs = place.at === 'working' && place.before !== undefined;
  if (!isAgreed && !isTheirs) return <DataConsent onAgree={agree} onBack={onBack} />;
  switch (place.at) {
    case 'search':
      return (
        <Search
          task={task}
          onBack={onBack}
          onChoose={(company) => {
            known.current.set(company._id, company);
            go({ at: 'sign-in', companyId: company._id });
          }}
        />
      );
    case 'sign-in':
      return (
        <WithCompany companyId={place.companyId} known={known.current} onMissing={choose ?? onBack}>
          {(company) => (
            <SignIn
              key={company._id}
              {...{ task, company }}
              why={place.why}
              asked={place.asked}
              subscription={purposeOf(task) === 'swap' ? undefined : subscription}
              onBack={choose ?? onBack}
              onOther={choose}
              onSent={(authId, given, before) => {
                login.current = given;
                signedIn.current = { authId, company };
                go({ at: 'working', authId, before });
              }}
            />
          )}
        </WithCompany>
      );
    case 'working':
      return (
        <Working
          key={place.authId}
          {...{ task, onEnd, onOtherCard }}
          onBack={hasTrail() ? goBack : (choose ?? onBack)}
          authId={place.authId}
          before={place.before}
          company={signedIn.current?.authId === place.authId ? signedIn.current.company : undefined}
          login={() => login.current}
          doneText={props.doneText}
          after={props.after}
          onReview={props.onReview}
          Paid={props.Paid}
          Swapped={props.Swapped}
          onSignIn={(companyId, why, { _id, asksFor }) =>
            go({ at: 'sign-in', companyId, why, ...(asksFor && { asked: { _id, asksFor } }) })
          }
          onOther={choose}
          onAnother={
            props.canLinkAnother
              ? () => {
                  go({ at: 'search' });
                  spendSignIn();
                }
              : undefined
          }
        />
      );
  }
}

type WithCompanyProps = {
  readonly companyId: string;
  readonly known: Map<string, Company>;
  readonly onMissing?: () => void;
  readonly children: (company: Company) => preact.ComponentChild;
};

/** A company that the page may not have yet, after a reload. */
function WithCompany({ companyId, known, onMissing, children }: WithCompanyProps) {
  const { api } = useKit();
  const [company, setCompany] = useState(known.get(companyId));
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (company) return;
    api<Company>({ path: `/company/${encodeURIComponent(companyId)}` }).then((result) => {
      if (result.ok) setCompany(result.value);
      else if (result.code === 'company_not_found' && onMissing) onMissing();
      else setFailed(true);
    });
  }, [companyId, round]);
  if (company) return <>{children(company)}</>;
  return (
    <Trouble
      name="company-loading"
      title={say('shell.loading')}
      text={failed ? say('problem.general') : undefined}
      onBack={onMissing}
      onRetry={() => {
        setFailed(false);
        setRound(round + 1);
      }}
    />
  );
}
