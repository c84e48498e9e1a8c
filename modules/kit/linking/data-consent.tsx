/** What the user agrees to before the first password: who reads which data, for what, how it stops. */
import { useState } from 'preact/hooks';
import { keep, kept } from '../keep.ts';
import { useKit } from '../kit.ts';
import { Foot } from '../look/foot.tsx';
import { lockIcon, shieldIcon, unlinkIcon } from '../look/icons.ts';
import { Row, Rows } from '../look/rows.tsx';
import { ForUser, OutLink, Primary, Screen } from '../shell.tsx';
import { language } from '../text.ts';
import { say } from './text.ts';

/** Goes up with each change of the texts below; a test knows them. */
const VERSION = '1';

const points = ['signIns', 'payments', 'stop'] as const;

/** Shown once to a client: the service keeps what was agreed to with the links that came of it. */
export function useDataConsent() {
  const { session } = useKit();
  const { by, version } = session.dataConsent ?? {};
  const known = by === 'user' && version === VERSION;
  const [agreed, setAgreed] = useState(known || kept().agreed === VERSION);
  const agree = () => {
    keep({ agreed: VERSION });
    setAgreed(true);
  };
  return [agreed, agree] as const;
}

/** The same for who shows no consent: an account that is used was linked by another. */
export function useGivenConsent() {
  const { look } = useKit();
  return () => givenDataConsent({ partner: look.name, service: SERVICE });
}

/** What was agreed to on this page, for the link that comes of it. */
export function givenDataConsent(names: Names) {
  if (kept().agreed !== VERSION) return undefined;
  return { text: dataConsentText(names), version: VERSION, locale: language() };
}

type Names = { readonly partner: string; readonly service: string };

/** All that the screen says. */
function dataConsentText(names: Names): string {
  const lines = points.flatMap((point) => [
    say(`dataConsent.${point}.title`, names),
    say(`dataConsent.${point}.body`, names),
  ]);
  return [say('dataConsent.title', names), ...lines, say('dataConsent.agree', names)].join('\n');
}

export const SERVICE = 'Billhook';

type Props = { readonly onAgree: () => void; readonly onBack?: () => void };

const icons = {
  signIns: lockIcon,
  payments: shieldIcon,
  stop: unlinkIcon,
} as const;

export function DataConsent({ onAgree, onBack }: Props) {
  const { look } = useKit();
  const names = { partner: look.name, service: SERVICE };
  const { privacy, terms } = look.links;
  return (
    <Screen name="consent" title={say('dataConsent.title', names)} onBack={onBack}>
      <Rows>
        {points.map((point) => (
          <Row
            key={point}
            icon={icons[point]}
            title={say(`dataConsent.${point}.title`, names)}
            detail={say(`dataConsent.${point}.body`, names)}
          />
        ))}
      </Rows>
      <ForUser />
      <Foot legal={say('dataConsent.agree', names)}>
        <Primary text={say('action.continue')} onClick={onAgree} />
      </Foot>
      <p class="links">
        {terms && <OutLink href={terms} text={say('dataConsent.terms', names)} />}
        {privacy && <OutLink href={privacy} text={say('dataConsent.privacy', names)} />}
      </p>
    </Screen>
  );
}
