/** What a screen or a form asks of the service: one thing at a time, with why it was refused. */
import { useState } from 'preact/hooks';
import type { Call, Refusal, Result } from './api.ts';
import type { Problems } from './fields.tsx';
import { useKit } from './kit.ts';
import { problemText } from './problems.ts';

/** Refusals by their code: `true` is as good as done, else the words for it. */
export type Words = Readonly<Record<string, true | string>>;

/** Takes a refusal over, and returns whether it did: then no words are said. */
export type TakeOver = (refusal: Refusal) => boolean;

export function useSend(words: Words = {}, takeOver?: TakeOver) {
  const { api } = useKit();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  /**
   * @param follow what belongs to it: nothing else can be asked for before.
   * @returns nothing where it is not done; a refusal that is as good as done is an answer.
   */
  const send = async <T>(
    asked: Call | (() => Promise<Result<T>>),
    follow?: (result: Result<T>) => unknown,
  ): Promise<Result<T> | undefined> => {
    if (busy) return undefined;
    setBusy(true);
    setProblem(undefined);
    const result = await (typeof asked === 'function'
      ? asked()
      : api<T>({ method: 'POST', ...asked }));
    const word = result.ok || words[result.code];
    if (word === true) await follow?.(result);
    setBusy(false);
    if (result.ok || word === true) return result;
    if (!takeOver?.(result)) setProblem(word || problemText(result));
    return undefined;
  };
  return { busy, problem, send, setProblem };
}

/** The same for a form: what was typed is looked at first. */
export function useForm(words?: Words, takeOver?: TakeOver) {
  const { busy, problem, send, setProblem } = useSend(words, takeOver);
  const [problems, setProblems] = useState<Problems>({});
  /** @returns whether nothing is wrong with the fields. */
  const passes = (found: Problems = {}): boolean => {
    if (busy) return false;
    setProblem(undefined);
    setProblems(found);
    return Object.keys(found).length === 0;
  };
  /** What was wrong with a field is over: it is told so as soon as that is typed. */
  const settle = (name: string) =>
    setProblems(({ [name]: problem, ...others }) =>
      problem === undefined ? { ...others } : others,
    );
  return { busy, problem, problems, send, setProblems, passes, settle };
}
