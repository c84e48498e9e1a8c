/** Questions that were left open: answered by `POST /auth/{authId}/answer-questions`. */
import type { Question } from '@billhook/core/schemas/auth';
import { useState } from 'preact/hooks';
import { useKit } from '../kit.ts';
import { problemText } from '../problems.ts';
import { type Answers, Questions } from './questions.tsx';

type Props = {
  readonly authId: string;
  readonly company: string;
  readonly questions: readonly Question[];
  readonly onSent: () => void;
  readonly onSkip: () => void;
  readonly onBack?: () => void;
};

export function LaterQuestions({ authId, company, questions, onSent, onSkip, onBack }: Props) {
  const { api } = useKit();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async (answers: Answers) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    const result = await api({
      method: 'POST',
      path: `/auth/${encodeURIComponent(authId)}/answer-questions`,
      secret: true,
      body: { answers },
    });
    setBusy(false);
    // Answered by another page, or no longer asked: what stands now is shown.
    if (result.ok || result.code === 'auth_not_awaiting_answers') onSent();
    else setProblem(problemText(result));
  };
  return <Questions {...{ questions, company, busy, problem, onSkip, onBack }} onSubmit={send} />;
}
