/** The functions that the kit calls, each in a file of its own. */
import type { Author } from '@billhook/connector-kit';
import { listBills } from './accounts.ts';
import type { Deps } from './deps.ts';
import { companies } from './directory.ts';
import { cancelPayment, findPayment } from './find.ts';
import { readDay } from './ledger.ts';
import { logIn } from './login.ts';
import { isComplete } from './news.ts';
import { pay } from './pay.ts';
import { forgetPerson } from './person.ts';

export function createAuthor(deps: Deps): Author {
  return {
    companies: (_since, cursor) => companies(deps, cursor),
    logIn: (session, run) => logIn(deps, session, run),
    listBills: (session, run) => listBills(deps, session, run),
    pay: (session, order, run) => pay(deps, session, order, run),
    findPayment: (_session, submission, run) => findPayment(deps, submission, run),
    cancelPayment: (_session, submission, run) => cancelPayment(deps, submission, run),
    forget: (connection, { caller }) => forgetPerson(deps, connection, { caller }),
    async settlements(day, cursor, { caller }) {
      // A day that is over is told once its reports were read.
      if (!(await isComplete(deps, day))) return undefined;
      const page = Number(cursor ?? 0);
      const { settlements, isLast } = await readDay(deps, caller, day, page);
      return { settlements, ...(!isLast && { cursor: String(page + 1) }) };
    },
  };
}
