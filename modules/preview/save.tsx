/** Taking a look with one: as JSON, or saved for the partner whose key is given. */
import type { ModuleLook } from '@billhook/core/schemas/module';
import { useState } from 'preact/hooks';
import { persist } from '../kit/api.ts';
import { Field, Form } from '../kit/fields.tsx';
import { Quiet } from '../kit/look/foot.tsx';
import { lockIcon } from '../kit/look/icons.ts';
import { problemText, requiredText } from '../kit/problems.ts';
import { Notice, Primary } from '../kit/shell.tsx';
import { say } from './text.ts';

const PATH = '/partner/modules';
export const OPERATION = `PUT ${PATH}`;

export function Take({ settings }: { readonly settings: object }) {
  const [copied, setCopied] = useState('');
  const text = JSON.stringify(settings, null, 2);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  return (
    <section>
      <h2>{say('preview.json', { operation: OPERATION })}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard. */}
      <pre tabIndex={0}>{text}</pre>
      <div class="tool-bar">
        <Quiet text={say('preview.copy')} onClick={copy} />
      </div>
      <p role="status">{copied === text && say('preview.copied')}</p>
      <Save settings={settings} text={text} />
    </section>
  );
}

/** The key is in memory while it is typed, goes to the service alone, and is forgotten once it was used. */
function Save({ settings, text }: { readonly settings: object; readonly text: string }) {
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [saved, setSaved] = useState('');
  const label = say('preview.key');
  const save = async () => {
    setProblem(undefined);
    if (key === '') return setProblem(requiredText(label));
    setBusy(true);
    const headers = { authorization: `Bearer ${key}` };
    const result = await persist<ModuleLook>(PATH, { method: 'PUT', headers, body: settings });
    setBusy(false);
    if (!result.ok) return setProblem(refusalText(result));
    setKey('');
    setSaved(text);
  };
  return (
    <Form problem={problem} onSubmit={() => void save()}>
      <Field
        name="key"
        type="password"
        label={label}
        hint={say('preview.keyHint')}
        hintIcon={lockIcon}
        value={key}
        onInput={setKey}
      />
      <Primary text={say('preview.save')} busy={busy} />
      {saved === text && <Notice kind="success">{say('preview.saved')}</Notice>}
    </Form>
  );
}

/** What is wrong with the key or a field the service says itself, to who sets a partner's settings. */
function refusalText(refusal: Parameters<typeof problemText>[0]): string {
  const { fields, message } = refusal;
  const [field] = fields;
  if (field) return `${field.field}: ${field.message}`;
  return message || problemText(refusal);
}
