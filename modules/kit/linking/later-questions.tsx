/** Questions that were left open: answered by `POST /auth/{authId}/answer-questions`. */
import type { Question } from '@billhook/core/schemas/auth';
import type { ComponentChildren } from 'preact';
import { useSend } from '../use-send.ts';
import { type Answers, Questions } from './questions.tsx';

type Props = {
  readonly authId: string;
  readonly company: string;
  readonly mark: ComponentChildren;
  readonly questions: readonly Question[];
  readonly onSent: () => void;
  readonly onSkip: () => void;
  readonly onBack?: () => void;
};

export function LaterQuestions({ authId, onSent, ...shown }: Props) {
  // Answered by another page, or no longer asked: what stands now is shown.
  const { busy, problem, send } = useSend({ auth_not_awaiting_answers: true });
  const answer = async (answers: Answers) => {
    const path = `/auth/${encodeURIComponent(authId)}/answer-questions`;
    if (await send({ path, secret: true, body: { answers } })) onSent();
  };
  return <Questions {...shown} {...{ busy, problem }} onSubmit={answer} />;
}
