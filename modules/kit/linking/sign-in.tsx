/** Signing in at a company: its own fields in its own order. */
import type { Company } from '@billhook/core/schemas/company';
import { useEffect, useState } from 'preact/hooks';
import { newKey } from '../api.ts';
import { Field, Form, fieldId } from '../fields.tsx';
import { useKit } from '../kit.ts';
import { Logo } from '../logo.tsx';
import { Foot } from '../look/foot.tsx';
import { lockIcon } from '../look/icons.ts';
import { fieldProblems, requiredText } from '../problems.ts';
import { ForUser, Notice, OutLink, Primary, Screen, Secondary } from '../shell.tsx';
import { useForm } from '../use-send.ts';
import { beforeTask } from './before.ts';
import { useCardCode } from './card-code.tsx';
import { givenDataConsent, SERVICE } from './data-consent.tsx';
import type { Agreement, Asked, Login, SignInReason, Task } from './task.ts';
import { companyWord, say, type TextKey } from './text.ts';

type Props = {
  readonly task: Task;
  readonly company: Company;
  readonly why?: SignInReason;
  /** What is asked for alone, of an account that is linked. */
  readonly asked?: Asked;
  /** What is agreed to where the company takes automatic payments only. */
  readonly subscription?: Agreement;
  readonly onBack?: () => void;
  readonly onOther?: () => void;
  /** What the other way says, where it is not another company. */
  readonly otherText?: string;
  /** Where this company stands among others. */
  readonly note?: string;
  /** The login is on its way: the whole of it, unless only a part was asked for. `before`: see `before.ts`. */
  readonly onSent: (authId: string, login: Login | undefined, before: string) => void;
};

export function SignIn(props: Props) {
  const { company, onBack, onOther } = props;
  const { look, close } = useKit();
  const { loginFields, isPart, form, type, agreed, inMaintenance, codeForm, sending, signIn } =
    useSignIn(props);
  const why = props.asked?.asksFor ? 'again' : props.why;
  const secret = secretOf(loginFields);
  const isRefused = why === 'refused' || why === 'invalid-credentials';
  const names = { company: company.name };
  const reason = why && (isRefused ? 'signIn.refused' : reasonKey(why));
  const notice = reason && say(isPart ? 'signIn.asks' : reason, names);
  const [refusal, setRefusal] = useState(isRefused ? notice : undefined);
  useEffect(() => {
    // The one field that is empty again; the heading would have the focus otherwise.
    if (isRefused && secret) document.getElementById(fieldId(secret))?.focus();
  }, []);
  if (codeForm) return codeForm;
  const screen = {
    ...{ name: 'sign-in', title: say('signIn.title', names), mark: <Logo company={company} /> },
    ...{ lead: props.note, onBack },
  };
  const otherText = props.otherText ?? say('hold.action.other');
  if (company.status === 'maintenance') {
    return (
      <Screen {...screen}>
        <Notice kind="warning">{inMaintenance}</Notice>
        <Foot>
          <Primary text={onOther ? otherText : say('shell.close')} onClick={onOther ?? close} />
        </Foot>
      </Screen>
    );
  }
  return (
    <Screen {...screen}>
      {notice && !isRefused && (
        <Notice kind={why === 'again' ? 'info' : 'problem'}>{notice}</Notice>
      )}
      <Form {...sending} onSubmit={signIn}>
        {loginFields.map(({ name, label, placeholder, formType }) => (
          <Field
            key={name}
            {...{ name, label, placeholder }}
            type={formType}
            autocomplete={autocompleteOf(name, formType)}
            value={form[name] ?? ''}
            problem={sending.problems[name] ?? (name === secret ? refusal : undefined)}
            hint={name === secret ? say('signIn.encrypted', { partner: look.name }) : undefined}
            hintIcon={lockIcon}
            onInput={(value) => {
              setRefusal(undefined);
              type(name, value);
            }}
          />
        ))}
        {!isPart && <Forgotten {...{ company }} />}
        <ForUser />
        {agreed && <p class="muted">{say('signIn.dueNow')}</p>}
        <Foot legal={agreed}>
          <Primary text={say('signIn.submit')} busy={sending.busy} />
          {onOther && <Secondary text={otherText} onClick={onOther} />}
        </Foot>
      </Form>
    </Screen>
  );
}

/** The company's own pages for who cannot sign in yet. */
function Forgotten({ company: { name, auth } }: { readonly company: Company }) {
  const { forgotUsername, forgotPassword, signup } = auth.urls;
  return (
    <p class="links">
      {forgotUsername && <OutLink href={forgotUsername} text={say('signIn.forgotUsername')} icon />}
      {forgotPassword && <OutLink href={forgotPassword} text={say('signIn.forgotPassword')} icon />}
      {signup && <OutLink href={signup} text={say('signIn.signup', { company: name })} icon />}
    </p>
  );
}

/** What is typed, and sending it. */
function useSignIn({ task, company, asked, subscription, onSent }: Props) {
  const { api, clientId, look } = useKit();
  const [isWhole, setWhole] = useState(false);
  const asks = isWhole ? undefined : asked?.asksFor;
  const part = company.auth.loginFields.filter(({ name }) => asks?.includes(name));
  const isPart = part.length > 0;
  const loginFields = (isPart ? part : company.auth.loginFields).map((field) => ({
    ...field,
    label: companyWord(field.label),
    placeholder: companyWord(field.placeholder),
  }));
  const [form, setForm] = useState<Readonly<Record<string, string>>>(typed.get(company._id) ?? {});
  const [codeForm, takeOver] = useCardCode(task.paymentMethodId, () => signIn());
  const agreement = company.recurringRequired ? subscription : undefined;
  const agreed = agreement?.text({ partner: look.name, company: company.name });
  const inMaintenance = say('signIn.maintenance', { company: company.name });
  const sending = useForm({ company_in_maintenance: inMaintenance }, (refusal) => {
    if (takeOver(refusal)) return true;
    const own = refusal.code === 'invalid_form' ? fieldProblems(refusal, 'form.') : {};
    const named = Object.entries(own).map(([name, message]) => {
      const label = loginFields.find((field) => field.name === name)?.label ?? name;
      return [name, message ? say('problem.field', { label, message }) : requiredText(label)];
    });
    sending.setProblems(Object.fromEntries(named));
    // The company has changed it once more.
    const isUnseen = ([name]: readonly string[]) => !loginFields.some((one) => one.name === name);
    if (named.some(isUnseen) || refusal.code === 'auth_not_verified') setWhole(true);
    return named.length > 0;
  });
  const signIn = async () => {
    if (!sending.passes()) return;
    let before = '';
    const { items, ...meta } = task;
    const login = {
      form: trimmed(form, loginFields),
      consent: agreement?.given(),
      skipCycle: agreement && (true as const),
      dataConsent: givenDataConsent({ partner: look.name, service: SERVICE }),
    };
    typed.set(company._id, withoutSecrets(form, loginFields));
    const done = await sending.send<{ readonly authId: string }>(async () => {
      before = await beforeTask(api, clientId, task, company._id);
      const whole = { clientId, companyId: company._id, ...login };
      const body = { items, meta, ...(isPart ? { form: login.form } : whole) };
      const path = isPart ? `/auth/${asked?._id}/continue` : '/auth';
      return api({ method: 'POST', path, secret: true, key: newKey(), body });
    });
    if (done?.ok) onSent(done.value.authId, isPart ? undefined : login, before);
  };
  const type = (name: string, value: string) => {
    sending.settle(name);
    setForm((given) => ({ ...given, [name]: value }));
  };
  return { loginFields, isPart, form, type, agreed, inMaintenance, codeForm, sending, signIn };
}

/**
 * What was typed to sign in, without what is secret, while the page is open: nobody types a username
 * again because a password was wrong.
 */
const typed = new Map<string, Readonly<Record<string, string>>>();

type LoginFields = Company['auth']['loginFields'];

function withoutSecrets(form: Readonly<Record<string, string>>, fields: LoginFields) {
  const secret = secretOf(fields);
  const plain = fields.filter(({ name, formType }) => formType !== 'password' && name !== secret);
  return Object.fromEntries(plain.map(({ name }) => [name, form[name] ?? '']));
}

/** The password's field; of a form without one the last. */
function secretOf(fields: LoginFields): string | undefined {
  return (fields.find(({ formType }) => formType === 'password') ?? fields.at(-1))?.name;
}

/** Why the user is here again: a subcode says what a hold says of it. */
function reasonKey(why: SignInReason): TextKey {
  return why === 'refused' || why === 'again' ? `signIn.${why}` : `hold.sub.${why}`;
}

/** Spaces around a name come from pasting; a password may begin with one. */
function trimmed(form: Readonly<Record<string, string>>, fields: LoginFields) {
  const entries = fields.map(({ name }) => {
    const value = form[name] ?? '';
    return [name, /password/i.test(name) ? value : value.trim()];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== '')) as Record<string, string>;
}

/** Password managers know the user's login at the company under these. */
function autocompleteOf(name: string, formType: string): string {
  if (formType === 'password') return 'current-password';
  if (formType === 'tel') return 'tel';
  return /^(username|email|login)$/i.test(name) ? 'username' : 'off';
}
