/** Logins, and polling. */
import * as v from 'valibot';
import type { TestLogin } from '../../protocol/manifest.ts';
import { logInResult } from '../../protocol/session.ts';
import { newNonce } from '../../wire/signature.ts';
import { type Done, done, isKind, loginAsk, loginFor, othersThan, type Result } from '../asks.ts';
import { type Check, CheckSkipped, must } from '../check.ts';
import type { Ask, Probe } from '../probe.ts';
import { tryWrong } from '../wrong-tries.ts';

/** A first round, whose result is one of the protocol. */
export async function firstRound(probe: Probe, ask: Ask): Promise<Done> {
  const ended = await done(probe, 'logIn', ask);
  must(v.is(logInResult, ended.result), `The result ${ended.result.kind} is none of the protocol`);
  return ended;
}

export const loginChecks: readonly Check[] = [
  {
    id: 'login.verified',
    proves: 'Right credentials sign in.',
    why: 'Nothing else works without it.',
    logins: ['signs-in'],
    run: async (probe) =>
      isKind(await firstRound(probe, loginAsk(loginFor(probe, 'signs-in'))), 'verified'),
  },
  {
    id: 'login.wrong-password',
    proves: 'Wrong credentials are `authenticate`.',
    why: 'The user is asked for others. Any other result would be tried again with the same ones.',
    triesWrong: true,
    run: (probe, wrong) =>
      tryWrong(
        probe,
        wrong,
        (login) => firstRound(probe, loginAsk(login)),
        (ended) => isKind(ended, 'authenticate'),
      ),
  },
  {
    id: 'login.repeated',
    proves: 'The same operation again returns the same state.',
    why: 'A repeated login could lock the account.',
    logins: ['signs-in'],
    async run(probe) {
      const ask = loginAsk(loginFor(probe, 'signs-in'));
      const [first, second] = [await done(probe, 'logIn', ask), await done(probe, 'logIn', ask)];
      must(first.state.sequence === second.state.sequence, 'It was done again');
    },
  },
  {
    id: 'login.another-body',
    proves: 'The same operation with other credentials is refused.',
    why: 'It would get the outcome of somebody else’s login.',
    logins: ['signs-in'],
    async run(probe) {
      const ask = loginAsk(loginFor(probe, 'signs-in'));
      await done(probe, 'logIn', ask);
      const form = othersThan((ask.secrets as Pick<TestLogin, 'form'>).form);
      const reply = await probe.call('logIn', { ...ask, secrets: { form } });
      must(reply.status === 409, `The status is ${reply.status}`);
    },
  },
  {
    id: 'login.unknown-field',
    proves: 'A field that the row does not have is ignored.',
    why: 'Billhook sends forms as partners give them.',
    logins: ['signs-in'],
    async run(probe) {
      const login = loginFor(probe, 'signs-in');
      const form = { ...login.form, no_such_field: 'anything' };
      isKind(await firstRound(probe, loginAsk({ ...login, form })), 'verified');
    },
  },
  {
    id: 'login.missing-member',
    proves: 'A request that lacks a member is refused.',
    why: 'Whether the user is there must not be a guess.',
    logins: ['signs-in'],
    async run(probe) {
      const ask = loginAsk(loginFor(probe, 'signs-in'));
      const reply = await probe.call('logIn', {
        ...ask,
        document: { ...ask.document, attended: undefined },
      });
      must(reply.status === 400, `The status is ${reply.status}`);
    },
  },
  {
    id: 'login.hold',
    proves: 'An account on hold says so, with a code of Billhook’s.',
    why: 'The user reads what to do about it.',
    logins: ['hold'],
    run: async (probe) =>
      isKind(await firstRound(probe, loginAsk(loginFor(probe, 'hold'))), 'hold'),
  },
  {
    id: 'login.running',
    proves: 'A login that takes long is `running`, and polling shows how it ended.',
    why: 'A browser takes up to three minutes; no request waits for that.',
    logins: ['slow'],
    async run(probe) {
      const reply = await probe.call('logIn', loginAsk(loginFor(probe, 'slow')));
      must(reply.status === 202, `The status is ${reply.status}, and not 202`);
      const state = await probe.settled(reply);
      must(state?.state === 'done', 'It never ends');
      isKind({ result: state.result as Result }, 'verified');
      must(state.sequence > (reply.state?.sequence ?? 0), 'The sequence did not rise');
    },
  },
  {
    id: 'login.running-repeated',
    proves: 'A running login that is sent again is not begun again.',
    why: 'Two sessions at once would get two codes, or lock the account.',
    logins: ['slow'],
    async run(probe) {
      const ask = loginAsk(loginFor(probe, 'slow'));
      const [first, second] = await Promise.all([
        probe.call('logIn', ask),
        probe.call('logIn', ask),
      ]);
      must(first?.state !== undefined && second?.state !== undefined, 'One of them is refused');
      const [one, other] = [await probe.settled(first), await probe.settled(second)];
      must(one?.sequence === other?.sequence, 'They are two');
    },
  },
  {
    id: 'poll.same',
    proves: 'Polling a finished operation returns the state that the response had.',
    why: 'Whoever lost the response has to get it again.',
    logins: ['signs-in'],
    async run(probe) {
      const { state } = await done(probe, 'logIn', loginAsk(loginFor(probe, 'signs-in')));
      const polled = await probe.call('poll', { operation: state.operation });
      must(polled.isSigned, 'The signature does not verify');
      must(polled.state?.state === state.state, `It is ${polled.state?.state ?? polled.status}`);
      must(polled.state?.sequence === state.sequence, 'The sequence differs');
    },
  },
  {
    id: 'poll.unknown',
    proves: 'Polling an operation that nobody began is 404.',
    why: 'Billhook begins another one then.',
    async run(probe) {
      const reply = await probe.call('poll', { operation: newNonce() });
      must(reply.status === 404, `The status is ${reply.status}`);
    },
  },
  {
    id: 'report.arrives',
    proves:
      'A running operation is reported when it ends, signed, with the state that a poll shows.',
    why: 'Users wait less.',
    logins: ['slow'],
    can: ({ reports }) => reports,
    async run(probe) {
      if (!probe.reportsOf) throw new CheckSkipped('There is no receiver: see --receive');
      const reply = await probe.call('logIn', loginAsk(loginFor(probe, 'slow')));
      const state = await probe.settled(reply);
      must(state !== undefined, 'It never ends');
      for (let time = 0; time < 10; time += 1) {
        const reports = probe.reportsOf(state.operation);
        if (reports.some(({ sequence }) => sequence === state.sequence)) return;
        await probe.pause(1);
      }
      must(false, 'No report with the last sequence arrived');
    },
  },
];
