/** What all screens have: the header, one heading that takes the focus, the trust line. */
import type { ModuleLook } from '@billhook/core/schemas/module';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useKit } from './kit.ts';
import { say } from './text.ts';

const SERVICE = 'Billhook';

type ScreenProps = {
  /** Names the screen to the host and to tests; never shown. */
  readonly name: string;
  readonly title: string;
  readonly onBack?: () => void;
  readonly children?: ComponentChildren;
};

/** A screen of an open module. */
export function Screen({ name, title, onBack, children }: ScreenProps) {
  const { look, close, host, leave } = useKit();
  useEffect(() => host.emit('step', { screen: name }), [host, name]);
  const back = onBack && (() => leave(onBack));
  return (
    <Frame name={name} title={title} look={look} onBack={back} onClose={close}>
      {children}
    </Frame>
  );
}

type TroubleProps = Omit<ScreenProps, 'children'> & {
  /** Why there is nothing to show; none while it is not known. */
  readonly text?: string;
  readonly onRetry?: () => void;
};

/** A screen whose matter could not be read, or is gone. */
export function Trouble({ text, onRetry, ...screen }: TroubleProps) {
  return (
    <Screen {...screen}>
      {text && <Notice kind="problem">{text}</Notice>}
      {text && onRetry && (
        <Actions>
          <Primary text={say('action.retry')} onClick={onRetry} />
        </Actions>
      )}
    </Screen>
  );
}

/** The first screen leaves the focus where the host has it; from then on it follows the headings. */
let shownBefore = false;

type FrameProps = ScreenProps & {
  readonly look?: ModuleLook;
  readonly onClose?: () => void;
};

/** A screen, whether or not there is a session. */
export function Frame({ name, title, look, onBack, onClose, children }: FrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // With the screen, not after its first picture: by then somebody may be typing.
  useLayoutEffect(() => {
    // In the preview a screen is a picture of itself, in a tree of its own.
    if (heading.current?.getRootNode() !== document) return;
    document.title = look?.name ? `${title} · ${look.name}` : title;
    if (shownBefore) heading.current?.focus();
    // The page that is only loading is no screen that the user was on.
    if (name !== 'loading') shownBefore = true;
    window.scrollTo(0, 0);
  }, [name, title]);
  return (
    <div class="frame" data-screen={name}>
      <header>
        {onBack ? <IconButton icon="back" label={say('shell.back')} onClick={onBack} /> : <i />}
        <PartnerLogo look={look} />
        {onClose ? <IconButton icon="close" label={say('shell.close')} onClick={onClose} /> : <i />}
      </header>
      <main>
        <h1 ref={heading} tabIndex={-1} dir="auto">
          {title}
        </h1>
        {children}
      </main>
      <Footer look={look} />
    </div>
  );
}

function PartnerLogo({ look }: { readonly look?: ModuleLook }) {
  const { light, dark } = look?.theme.logo ?? {};
  const name = look?.name ?? '';
  if (!light && !dark) return <span class="partner">{name}</span>;
  return (
    <span class="partner">
      <img class={dark ? 'on-light' : ''} src={light ?? dark} alt={name} />
      {dark && light && <img class="on-dark" src={dark} alt={name} />}
    </span>
  );
}

function Footer({ look }: { readonly look?: ModuleLook }) {
  const links = [
    ['help', say('shell.help')],
    ['privacy', say('shell.privacy')],
    ['terms', say('shell.terms')],
  ] as const;
  return (
    <footer>
      {look && !look.hideAttribution && (
        <p>
          <Icon name="lock" />
          {say('shell.trust', { partner: look.name, service: SERVICE })}
        </p>
      )}
      <p>
        {links.map(([key, text]) => {
          const href = look?.links[key];
          return href && <OutLink key={key} href={href} text={text} />;
        })}
      </p>
    </footer>
  );
}

/** A link that leaves the page, for partners' and companies' own pages. Only `https:` is followed. */
export function OutLink({
  href,
  text,
  button,
}: {
  readonly href: string;
  readonly text: string;
  readonly button?: boolean;
}) {
  if (!href.startsWith('https://')) return null;
  return (
    <a class={button ? 'button' : 'link'} href={href} target="_blank" rel="noopener noreferrer">
      {text}
      <span class="hidden"> ({say('shell.newTab')})</span>
    </a>
  );
}

const icons = {
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5z',
  check: 'M5 13l4 4L19 7',
  alert: 'M12 8v5M12 16v.5M12 3l10 18H2z',
} as const;

type IconProps =
  | { readonly name: keyof typeof icons; readonly path?: undefined }
  | { readonly name: string; readonly path: string };

/** One of the kit's, or one that a module draws by itself. */
export function Icon({ name, path = icons[name as keyof typeof icons] }: IconProps) {
  return (
    <svg class={`icon ${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}

/** That a line leads somewhere. */
export function NextIcon() {
  return <Icon name="next" path="M9 5l7 7-7 7" />;
}

function IconButton({
  icon,
  label,
  onClick,
}: {
  readonly icon: keyof typeof icons;
  readonly label: string;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" class="plain" aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

type ActionProps = {
  readonly text: string;
  readonly onClick?: () => void;
  readonly busy?: boolean;
};

/** The screen's main button; without `onClick` it submits its form. */
export function Primary({ text, onClick, busy }: ActionProps) {
  return (
    <button
      type={onClick ? 'button' : 'submit'}
      class="primary"
      aria-disabled={busy}
      aria-busy={busy}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {text}
    </button>
  );
}

export function Secondary({ text, onClick }: ActionProps) {
  return (
    <button type="button" class="button" onClick={onClick}>
      {text}
    </button>
  );
}

/** Whom a card or a password is typed for: whoever was sent another's link sees it. */
export function ForUser() {
  const { user } = useKit().session;
  return (
    user && (
      <p class="muted" dir="auto">
        {say('shell.for', { user })}
      </p>
    )
  );
}

/** The buttons at the end of a screen. */
export function Actions({ children }: { readonly children: ComponentChildren }) {
  return <div class="actions">{children}</div>;
}

/** Something that the user has to know, said aloud when it appears. */
export function Notice({
  kind = 'info',
  children,
}: {
  readonly kind?: 'info' | 'problem';
  readonly children: ComponentChildren;
}) {
  return (
    <div class={`notice ${kind}`} role={kind === 'problem' ? 'alert' : 'status'}>
      {kind === 'problem' && <Icon name="alert" />}
      <div dir="auto">{children}</div>
    </div>
  );
}
