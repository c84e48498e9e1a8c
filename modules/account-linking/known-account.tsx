/**
 * A company that may be linked already: then it is asked with the credentials that the service keeps,
 * and the user signs in only where there are none, or they are not right any more.
 */
import type { Auth } from '@billhook/core/schemas/auth';
import type { Company } from '@billhook/core/schemas/company';
import { useEffect } from 'preact/hooks';
import { useKit } from '../kit/kit.ts';
import { beforeTask } from '../kit/linking/before.ts';
import { useCardCode } from '../kit/linking/card-code.tsx';
import { Connecting } from '../kit/linking/connecting.tsx';
import { continueAuth } from '../kit/linking/continue-auth.ts';
import { useGivenConsent } from '../kit/linking/data-consent.tsx';
import { type Place, purposeOf, type Task } from '../kit/linking/task.ts';
import { list } from '../kit/lists.ts';

type Props = {
  readonly task: Task;
  readonly company: Company;
  readonly onPlace: (place: Place) => void;
  /** Where something is to be paid: what the account owes is looked over first. */
  readonly onLinked?: (authId: string) => void;
};

export function KnownAccount({ task, company, onPlace, onLinked }: Props) {
  const { api, clientId } = useKit();
  const given = useGivenConsent();
  const [codeForm, takeOver] = useCardCode(task.paymentMethodId, () => begin(), false);
  const companyId = company._id;
  const begin = async () => {
    const signIn = () => onPlace({ at: 'sign-in', companyId });
    const auths = await list<Auth>(api, `/auth/list/${clientId}`);
    const known = auths?.find(isOf(companyId));
    if (!known) return signIn();
    if (onLinked) return onLinked(known._id);
    const before = await beforeTask(api, clientId, task, companyId);
    const result = await continueAuth(api, known._id, task, { dataConsent: given() });
    // Begun already by another page: watched here as there.
    if (result.ok || result.code === 'swap_in_progress') {
      onPlace({ at: 'working', authId: known._id, before });
    } else if (!takeOver(result)) signIn();
  };
  useEffect(() => {
    void begin();
  }, []);
  if (codeForm) return codeForm;
  return <Connecting purpose={purposeOf(task)} company={company} />;
}

function isOf(companyId: string) {
  return ({ company, status }: Auth) => company._id === companyId && status.type === 'verified';
}
