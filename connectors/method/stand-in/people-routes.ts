/** Entities: people, what they have to prove, and their accounts. */
import {
  type Answered,
  type Asked,
  type Book,
  fine,
  isoOf,
  type KeptAccount,
  type KeptEntity,
  paged,
  type Route,
  refused,
} from './book.ts';
import { inventedBy, MERCHANT, QUESTION, RIGHT_ANSWER, SMS_CODE } from './people.ts';

const ENTITY = String.raw`\/entities\/(?<id>ent_\w+)`;

function route(method: string, path: string, answer: Route['answer']): Route {
  const tier = method === 'GET' ? 'reads' : 'writes';
  return { method, pattern: new RegExp(`^${path}$`), tier, answer };
}

function withEntity(then: (entity: KeptEntity, asked: Asked) => Answered): Route['answer'] {
  return (asked) => {
    const entity = asked.book.entities.get(asked.parts.id ?? '');
    return entity ? then(entity, asked) : refused(404, 'NOT_FOUND');
  };
}

export const peopleRoutes: readonly Route[] = [
  route('POST', String.raw`\/entities`, createEntity),
  route(
    'GET',
    ENTITY,
    withEntity((entity) => fine(shownEntity(entity))),
  ),
  route('POST', String.raw`${ENTITY}\/verification_sessions`, withEntity(beginVerification)),
  route(
    'GET',
    String.raw`${ENTITY}\/verification_sessions\/(?<session>\w+)`,
    withEntity(showVerification),
  ),
  route(
    'PUT',
    String.raw`${ENTITY}\/verification_sessions\/(?<session>\w+)`,
    withEntity(answerVerification),
  ),
  route('POST', String.raw`${ENTITY}\/connect`, withEntity(connect)),
  route('GET', String.raw`${ENTITY}\/connect\/(?<connect>\w+)`, withEntity(showConnect)),
  route('GET', String.raw`\/accounts`, listAccounts),
  route('POST', String.raw`\/accounts`, createAch),
  route('POST', String.raw`\/accounts\/(?<id>acc_\w+)\/updates`, ({ parts }) =>
    fine(reading(parts.id ?? '')),
  ),
  route('GET', String.raw`\/merchants`, ({ query }) => paged([merchant], query)),
];

const merchant = {
  mch_id: MERCHANT,
  name: 'Example Card',
  logo: 'https://static.methodfi.com/logos/example.png',
  types: ['credit_card'],
  is_temp: false,
};

function createEntity({ book, body }: Asked): Answered {
  const phone = String((body.individual as { phone?: unknown } | undefined)?.phone ?? '');
  const invented = inventedBy(phone);
  const id = book.newId('ent');
  const entity: KeptEntity = {
    id,
    invented,
    phone: invented.phone,
    proofs: [...(invented.proofs ?? [])],
    isConnected: false,
  };
  book.entities.set(id, entity);
  return fine(shownEntity(entity));
}

function shownEntity({ id, invented, proofs }: KeptEntity) {
  return {
    id,
    type: 'individual',
    status: invented.isHeld ? 'disabled' : 'active',
    error: invented.isHeld ? { type: 'ENTITY_DISABLED', code: 12003 } : null,
    verification: {
      phone: { verified: !proofs.includes('sms'), methods: ['sms'] },
      identity: {
        verified: !proofs.includes('kba'),
        matched: !invented.isUnknown,
        methods: ['kba'],
      },
    },
  };
}

function beginVerification(entity: KeptEntity, { book, body }: Asked): Answered {
  const proof = body.method === 'sms' ? 'sms' : 'kba';
  if (!entity.proofs.includes(proof)) return refused(400, 'EXISTING_VERIFIED_SESSION');
  if (proof === 'kba' && entity.proofs.includes('sms'))
    return refused(400, 'MISSING_PHONE_VERIFICATION');
  const id = book.newId('evf');
  book.sessions.set(id, { entity: entity.id, proof, isOver: false });
  return fine(shownSession(id, proof, 'in_progress'));
}

function showVerification(_: KeptEntity, { book, parts }: Asked): Answered {
  const session = book.sessions.get(parts.session ?? '');
  if (!session) return refused(404, 'NOT_FOUND');
  return fine(
    shownSession(parts.session ?? '', session.proof, session.isOver ? 'failed' : 'in_progress'),
  );
}

/** A wrong answer ends the session. */
function answerVerification(entity: KeptEntity, { book, parts, body }: Asked): Answered {
  const session = book.sessions.get(parts.session ?? '');
  if (!session || session.isOver) return refused(400, 'VERIFICATION_SESSION_EXPIRED');
  session.isOver = true;
  const { sms, kba } = body as {
    sms?: { sms_code?: string };
    kba?: { answers?: { question_id: string; answer_id: string }[] };
  };
  if (session.proof === 'sms' && sms?.sms_code !== SMS_CODE) {
    return refused(400, 'VERIFICATION_SESSION_FAILED_INCORRECT_SMS_CODE');
  }
  const [answer] = kba?.answers ?? [];
  if (session.proof === 'kba' && answer?.answer_id !== 'ans_right') {
    return refused(400, 'VERIFICATION_SESSION_FAILED_INVALID_ANSWER');
  }
  entity.proofs = entity.proofs.filter((proof) => proof !== session.proof);
  return fine(shownSession(parts.session ?? '', session.proof, 'verified'));
}

const questions = [
  {
    id: QUESTION,
    text: 'Which of these street names are you associated with?',
    answers: [
      { id: 'ans_right', text: RIGHT_ANSWER },
      { id: 'ans_wrong', text: 'Majestic Avenue' },
      { id: 'ans_none', text: 'None of the above' },
    ],
  },
];

function shownSession(id: string, proof: 'sms' | 'kba', status: string) {
  return { id, status, method: proof, kba: proof === 'kba' ? { questions } : null };
}

function connect(entity: KeptEntity, { book }: Asked): Answered {
  if (entity.proofs.length > 0) return refused(400, 'ENTITY_NOT_VERIFIED');
  const id = book.newId('cxn');
  const looks = entity.invented.looks ?? 0;
  book.connects.set(id, { id, looks });
  if (!entity.isConnected && !entity.invented.owesNothing) addLiability(book, entity);
  entity.isConnected = true;
  return fine({ id, status: looks > 0 ? 'in_progress' : 'completed' });
}

function showConnect(_: KeptEntity, { book, parts }: Asked): Answered {
  const work = book.connects.get(parts.connect ?? '');
  if (!work) return refused(404, 'NOT_FOUND');
  work.looks -= 1;
  return fine({ id: work.id, status: work.looks > 0 ? 'in_progress' : 'completed' });
}

function addLiability(book: Book, entity: KeptEntity): void {
  const id = book.newId('acc');
  const fingerprint = `fp_${entity.phone}`;
  book.accounts.set(id, { id, holder: entity.id, type: 'liability', fingerprint });
}

function listAccounts({ book, query }: Asked): Answered {
  const holder = query.get('holder_id');
  const found = [...book.accounts.values()].filter((one) => one.holder === holder);
  return paged(found.map(shownAccount), query);
}

function createAch({ book, body }: Asked): Answered {
  const { holder_id } = body;
  const account: KeptAccount = { id: book.newId('acc'), holder: String(holder_id), type: 'ach' };
  book.accounts.set(account.id, account);
  return fine(shownAccount(account));
}

function shownAccount({ id, holder, type, fingerprint }: KeptAccount) {
  return {
    id,
    holder_id: holder,
    type,
    status: 'active',
    products: type === 'liability' ? ['payment', 'update'] : ['payment'],
    liability:
      type === 'liability'
        ? { mch_id: MERCHANT, mask: '4321', fingerprint, type: 'credit_card', name: 'Example Card' }
        : null,
    update: null,
  };
}

const DUE_CENTS = 4_200;
const BALANCE_CENTS = 125_000;

function reading(account: string) {
  return {
    id: `upd_${account}`,
    account_id: account,
    status: 'completed',
    type: 'credit_card',
    credit_card: {
      balance: BALANCE_CENTS,
      last_payment_amount: 5_000,
      last_payment_date: isoOf(0).slice(0, 10),
      next_payment_due_date: '2030-12-31',
      next_payment_minimum_amount: DUE_CENTS,
    },
  };
}
