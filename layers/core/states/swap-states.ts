import type { SwapStatus } from '../schemas/swap.ts';
import type { StateMachine } from './state-machine.ts';

const underWay = { refused: 'swap_in_progress' } as const;
const another = { ignored: 'What is asked for is another swap.' } as const;
const ended = { ignored: 'It has ended, and ends once.' } as const;

export const swapStates = {
  name: 'Swap',
  about: 'A card of a client put on file at a company. An auth has one under way at a time.',
  states: {
    pending: 'It is queued.',
    'in-progress': 'The company is being told of the card.',
    completed: 'The card is on file.',
    hold: 'The user has to do something; the reason says what, and the auth is on hold too.',
    deleted: 'Its auth was deleted.',
  },
  begins: { pending: '`POST /swap/create`, `POST /auth` with `swap`' },
  triggers: {
    create: {
      by: '`POST /swap/create` for the same auth',
      operation: 'createSwap',
      in: {
        pending: underWay,
        'in-progress': underWay,
        completed: another,
        hold: [
          { refused: 'auth_not_verified', when: 'its auth is still on hold' },
          { ...another, when: 'its auth was verified again' },
        ],
        deleted: { refused: 'auth_not_found' },
      },
    },
    move: {
      by: '`POST /auth` with `swap` and its `meta.swapId`, once its login is verified',
      in: {
        completed: { to: 'pending', because: 'Another attempt, with the method that is named.' },
        hold: { to: 'pending', because: 'Another attempt, with the method that is named.' },
        deleted: { ignored: 'It is gone.' },
      },
      otherwise: { ignored: 'It goes on, and the other one is not made.' },
    },
    'fix-hold': {
      by: '`POST /auth/{authId}/fix-hold`, once its login is verified',
      in: {
        hold: { to: 'pending', because: 'The same swap is tried again.' },
        deleted: { ignored: 'It is gone.' },
      },
      otherwise: { ignored: 'It is not on hold.' },
    },
    submitted: {
      by: 'the workflow has a session at the company',
      in: {
        pending: { to: 'in-progress', because: 'The company is told of the card.' },
        'in-progress': { stays: 'It is told again under the same id.' },
        deleted: { ignored: 'It is gone.' },
      },
      otherwise: ended,
    },
    completed: {
      by: 'the company has the card on file',
      in: {
        pending: { ignored: 'The company was never told of it.' },
        'in-progress': { to: 'completed', because: 'The auth is free for another one.' },
        deleted: { ignored: 'It is gone.' },
      },
      otherwise: ended,
    },
    held: {
      by: 'the company does not take the card, or it cannot be reached',
      in: {
        pending: { to: 'hold', because: 'The auth is on hold for the same reason.' },
        'in-progress': { to: 'hold', because: 'The auth is on hold for the same reason.' },
        deleted: { ignored: 'It is gone.' },
      },
      otherwise: ended,
    },
    unknown: {
      by: 'the outcome is not known',
      in: {
        pending: { stays: 'Unknown is never failed: the company is asked again.' },
        'in-progress': { stays: 'Unknown is never failed: the company is asked again.' },
        deleted: { ignored: 'It is gone.' },
      },
      otherwise: ended,
    },
    'delete-auth': {
      by: '`DELETE /auth/{authId}`',
      operation: 'deleteAuth',
      in: { deleted: { refused: 'auth_not_found' } },
      otherwise: { to: 'deleted', because: 'It goes with its auth.' },
    },
  },
} as const satisfies StateMachine<SwapStatus | 'deleted'>;
