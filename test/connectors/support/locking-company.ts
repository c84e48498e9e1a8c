/** A company that locks an account after so many wrong passwords in a row, and never unlocks it. */
import type { Author } from '@billhook/connector-kit';
import { PASSWORD } from '../../../connectors/kit/template/company.ts';

const locked = { kind: 'hold', code: 'account_issue_account_locked' } as const;

type Form = Readonly<Record<string, string>>;

export function lockingCompany(author: Author, most: number) {
  const wrong = new Map<string, number>();
  let tried = 0;
  const isLocked = ({ username = '', password }: Form) => {
    if (password !== PASSWORD) tried += 1;
    if ((wrong.get(username) ?? 0) >= most) return true;
    wrong.set(username, password === PASSWORD ? 0 : (wrong.get(username) ?? 0) + 1);
    return false;
  };
  const { logIn, listBills, pay } = author;
  const changed: Author = {
    ...author,
    logIn: (session, run) => (isLocked(session.form) ? locked : logIn(session, run)),
    listBills: (session, run) =>
      isLocked(session.form)
        ? { kind: 'not-logged-in', login: locked }
        : (listBills?.(session, run) ?? { kind: 'failed', tried: true }),
    pay: (session, order, run) =>
      isLocked(session.form)
        ? { kind: 'not-logged-in', login: locked }
        : (pay?.(session, order, run) ?? { kind: 'unknown' }),
  };
  return { author: changed, tried: () => tried };
}
