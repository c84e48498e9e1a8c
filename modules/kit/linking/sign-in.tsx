/** Signing in at a company: its own fields in its own order. */
import type { Company } from '@billhook/core/schemas/company';
import { useState } from 'preact/hooks';
import type { Refusal } from '../api.ts';
import { newKey } from '../api.ts';
import { CardCode } from '../card-code.tsx';
import { Field, Form, type Problems } from '../fields.tsx';
import { useKit } from '../kit.ts';
import { Logo } from '../logo.tsx';
import { fieldProblems, problemText } from '../problems.ts';
import { Actions, Notice, OutLink, Primary, Screen, Secondary } from '../shell.tsx';
import { say, type TextKey } from '../text.ts';
import { beforeTask } from './before.ts';
import type { SignInReason, Task } from './task.ts';

type Props = {
  readonly task: Task;
  readonly company: Company;
  readonly why?: SignInReason;
  readonly onBack?: () => void;
  readonly onOther?: () => void;
  /** What the other way says, where it is not another company. */
  readonly otherText?: string;
  /** Where this company stands among others. */
  readonly note?: string;
  /** The login is on its way. `before` names what stood before it: see `before.ts`. */
  readonly onSent: (authId: string, form: Readonly<Record<string, string>>, before: string) => void;
};

const reasons: Readonly<Record<SignInReason, TextKey>> = {
  refused: 'signIn.refused',
  again: 'signIn.again',
  'invalid-credentials': 'hold.sub.invalid-credentials',
  'no-mfa-response-received': 'hold.sub.no-mfa-response-received',
  'invalid-mfa': 'hold.sub.invalid-mfa',
  'unanswered-mfa-question': 'hold.sub.unanswered-mfa-question',
};

export function SignIn(props: Props) {
  const { task, company, why, onBack, onOther, onSent } = props;
  const { api, clientId } = useKit();
  const { loginFields, urls } = company.auth;
  const [form, setForm] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<Problems>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const down = company.status === 'maintenance';

  const send = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    setProblems({});
    const before = await beforeTask(api, clientId, task, company._id);
    const { items, ...meta } = task;
    const result = await api<{ readonly authId: string }>({
      method: 'POST',
      path: '/auth',
      secret: true,
      key: newKey(),
      body: { clientId, companyId: company._id, items, meta, form: trimmed(form) },
    });
    setBusy(false);
    if (result.ok) onSent(result.value.authId, form, before);
    else if (result.code === 'card_code_required') setNeedsCode(true);
    else refuse(result);
  };
  const refuse = (refusal: Refusal) => {
    const own = refusal.code === 'invalid_form' ? fieldProblems(refusal, 'form.') : {};
    const named = Object.entries(own).map(([name, message]) => {
      const label = loginFields.find((field) => field.name === name)?.label ?? name;
      return [name, say('problem.field', { label, message })];
    });
    if (named.length > 0) setProblems(Object.fromEntries(named));
    else setProblem(refusalText(refusal, company.name));
  };

  if (needsCode && task.paymentMethodId !== undefined) {
    return (
      <CardCode
        paymentMethodId={task.paymentMethodId}
        onBack={() => setNeedsCode(false)}
        onGiven={() => {
          setNeedsCode(false);
          send();
        }}
      />
    );
  }
  const title = say('signIn.title', { company: company.name });
  const notice = why && say(reasons[why], { company: company.name });
  return (
    <Screen name="sign-in" title={title} onBack={onBack}>
      {props.note && <p class="muted">{props.note}</p>}
      <div class="center">
        <Logo company={company} />
      </div>
      {down && (
        <Notice kind="problem">{say('signIn.maintenance', { company: company.name })}</Notice>
      )}
      {notice && <Notice kind={why === 'again' ? 'info' : 'problem'}>{notice}</Notice>}
      <Form problems={problems} problem={problem} onSubmit={send}>
        {loginFields.map((field) => (
          <Field
            key={field.name}
            name={field.name}
            label={field.label}
            placeholder={field.placeholder}
            type={field.formType}
            autocomplete={autocompleteOf(field.name, field.formType)}
            value={form[field.name] ?? ''}
            problem={problems[field.name]}
            onInput={(value) => setForm((given) => ({ ...given, [field.name]: value }))}
          />
        ))}
        <Actions>
          <Primary text={say('signIn.submit')} busy={busy} />
          {onOther && <Secondary text={props.otherText ?? say('signIn.other')} onClick={onOther} />}
        </Actions>
      </Form>
      <p class="links">
        {urls.forgotUsername && (
          <OutLink href={urls.forgotUsername} text={say('signIn.forgotUsername')} />
        )}
        {urls.forgotPassword && (
          <OutLink href={urls.forgotPassword} text={say('signIn.forgotPassword')} />
        )}
        {urls.signup && (
          <OutLink href={urls.signup} text={say('signIn.signup', { company: company.name })} />
        )}
      </p>
    </Screen>
  );
}

/** Spaces around a name come from pasting; a password may begin with one. */
function trimmed(form: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(form).map(([name, value]) => [
    name,
    /password/i.test(name) ? value : value.trim(),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

function refusalText(refusal: Refusal, company: string): string {
  return refusal.code === 'company_in_maintenance'
    ? say('signIn.maintenance', { company })
    : problemText(refusal);
}

/** Password managers know the user's login at the company under these. */
function autocompleteOf(name: string, formType: string): string {
  if (formType === 'password') return 'current-password';
  if (formType === 'tel') return 'tel';
  return /^(username|email|login)$/i.test(name) ? 'username' : 'off';
}
