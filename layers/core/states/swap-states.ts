import type { SwapStatus } from '../schemas/swap.ts';
import type { StateMachine } from './state-machine.ts';

const underWay = { refused: 'swap_in_progress' } as const;
const another = { ignored: 'The request is for another swap.' } as const;
const ended = { ignored: 'It has ended, and can end only once.' } as const;

export const swapStates = {
  name: 'Swap',
  about: 'A card of a client put on file at a company. An auth has one swap in progress at a time.',
  states: {
    pending: 'It is queued.',
    'in-progress': 'The card is being sent to the company.',
    completed: 'The card is on file.',
    hold: 'The user has to act; the reason says what to do, and the auth is on hold too.',
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
      by:
        '`POST /auth`, or `POST /auth/{authId}/continue`, with `swap` and its `meta.swapId`, once ' +
        'its login is verified',
      in: {
        completed: {
          to: 'pending',
          because: 'Another attempt is made with the method in the request.',
        },
        hold: { to: 'pending', because: 'Another attempt is made with the method in the request.' },
        deleted: { ignored: 'It was deleted.' },
      },
      otherwise: { ignored: 'It continues, and the other swap is not made.' },
    },
    'fix-hold': {
      by: '`POST /auth/{authId}/fix-hold`, once its login is verified',
      in: {
        hold: { to: 'pending', because: 'The same swap is retried.' },
        deleted: { ignored: 'It was deleted.' },
      },
      otherwise: { ignored: 'It is not on hold.' },
    },
    submitted: {
      by: 'the workflow has a session at the company',
      in: {
        pending: {
          to: 'in-progress',
          because:
            'The card is sent to the company. If another card may still be put on file there, the ' +
            'swap stays `pending` until the outcome of that one is known.',
        },
        'in-progress': { stays: 'The card is sent again under the same id.' },
        deleted: { ignored: 'It was deleted.' },
      },
      otherwise: ended,
    },
    completed: {
      by: 'the company has the card on file',
      in: {
        pending: { ignored: 'The card was never sent to the company.' },
        'in-progress': { to: 'completed', because: 'The auth can have another swap.' },
        deleted: { ignored: 'It was deleted.' },
      },
      otherwise: ended,
    },
    held: {
      by: 'the company does not accept the card, or cannot be reached',
      in: {
        pending: { to: 'hold', because: 'The auth is on hold for the same reason.' },
        'in-progress': { to: 'hold', because: 'The auth is on hold for the same reason.' },
        deleted: { ignored: 'It was deleted.' },
      },
      otherwise: ended,
    },
    unknown: {
      by: 'the outcome is not known',
      in: {
        pending: {
          stays: 'An unknown outcome never counts as a failure: the company is asked again.',
        },
        'in-progress': {
          stays: 'An unknown outcome never counts as a failure: the company is asked again.',
        },
        deleted: { ignored: 'It was deleted.' },
      },
      otherwise: ended,
    },
    'delete-auth': {
      by: '`DELETE /auth/{authId}`',
      operation: 'deleteAuth',
      in: { deleted: { refused: 'auth_not_found' } },
      otherwise: { to: 'deleted', because: 'It is deleted with its auth.' },
    },
  },
} as const satisfies StateMachine<SwapStatus | 'deleted'>;
