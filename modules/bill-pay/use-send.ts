import { useState } from 'preact/hooks';
import type { Call } from '../kit/api.ts';
import { useKit } from '../kit/kit.ts';
import { problemText } from '../kit/problems.ts';
import { say, type TextKey } from './text.ts';

/** Refusals by their code: `fine` is as good as done, else the words for it. */
type Words = Readonly<Record<string, 'fine' | TextKey>>;

/** Something that a screen asks for, one at a time, with why it was refused. */
export function useSend(words: Words = {}) {
  const { api } = useKit();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** @returns whether it is done. `done` follows before anything else can be asked for. */
  const send = async (call: Call, done?: () => unknown): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setProblem(undefined);
    const result = await api({ method: 'POST', ...call });
    const word = result.ok ? 'fine' : words[result.code];
    const isDone = word === 'fine';
    if (isDone) await done?.();
    setBusy(false);
    if (!result.ok && !isDone) setProblem(word ? say(word) : problemText(result));
    return isDone;
  };
  return { busy, problem, send, setProblem };
}
