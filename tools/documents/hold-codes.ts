/** `docs/guide/hold-codes.md`: the table of hold codes as partners read it. */

import { type UserAction, userActions } from '@billhook/core/module/hold-actions';
import { type HoldCode, holdCodes, holdSubcodes } from '@billhook/core/schemas/hold-codes';

const INTRODUCTION = `For partners: why an account is on \`hold\`. Its \`reason\` has a \`code\`, the \`userMessage\` to show, and for some codes a \`subcode\`. Generated from \`layers/core/schemas/hold-codes.ts\` by \`npm run docs\`.

- **Holds**: what cannot continue.
- **The user**: what the user has to do first.
- **Later**: whether the same attempt may succeed later, with nothing done in between.
- **fix-hold**: whether trying again with the same login and card can end the hold. \`POST /auth/{authId}/fix-hold\` accepts every hold; where this says no, a company holds the auth again. On the sandbox, fix-hold ends every hold, so that what follows can be tested.`;

const actions: Readonly<Record<UserAction, string>> = {
  'act-at-company': 'acts at the company',
  'act-elsewhere': 'acts where the bill is paid from',
  'log-in-again': 'links the account again',
  'choose-method': 'chooses another card',
  'choose-company': 'links another company',
  'start-over': 'starts over',
  wait: 'waits',
  none: 'has nothing to do',
};

export function holdCodesDocument(): string {
  const codes = Object.entries(holdCodes).map(([code, entry]) => [
    `\`${code}\``,
    entry.userMessage,
    entry.holds,
    actions[userActions[code as HoldCode]],
    yesOrNo(entry.retryHelps),
    yesOrNo(entry.fixHold),
  ]);
  const subcodes = Object.entries(holdSubcodes).map(([subcode, entry]) => [
    `\`${subcode}\``,
    entry.meaning,
    entry.codes.map((code) => `\`${code}\``).join(', '),
  ]);
  return [
    '# Hold codes',
    INTRODUCTION,
    table(['Code', 'Message', 'Holds', 'The user', 'Later', 'fix-hold'], codes),
    '## Subcodes',
    table(['Subcode', 'Meaning', 'Appears with'], subcodes),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
