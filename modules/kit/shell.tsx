/** What all screens have: the header, one heading that takes the focus, the trust line. */
import type { ModuleLook } from '@billhook/core/schemas/module';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useKit } from './kit.ts';
import { endingOf } from './look/endings.ts';
import {
  alertIcon,
  backIcon,
  checkIcon,
  clockIcon,
  closeIcon,
  infoIcon,
  lockIcon,
  nextIcon,
  outIcon,
} from './look/icons.ts';
import { carryOn, leaveBehind, notePress } from './look/travel.ts';
import { say } from './text.ts';

const SERVICE = 'Billhook';

type ScreenProps = {
  /** Names the screen to the host and to tests; never shown. */
  readonly name: string;
  readonly title: string;
  /** Beside the title: a `Logo`. */
  readonly mark?: ComponentChildren;
  /** Above it: a drawing, where the screen is an end or has nothing to show. */
  readonly top?: ComponentChildren;
  /** A line under the title that explains. */
  readonly lead?: string;
  /** A small line under a title that is a name: the account; empty where there is none. */
  readonly under?: string;
  readonly onBack?: () => void;
  /** It says one thing or waits: it stands lower on a high window, so that no button is far from it. */
  readonly calm?: boolean;
  /** Drawn above the title of a screen that goes no further, unless `endings.ts` has its own. */
  readonly ending?: string;
  readonly children?: ComponentChildren;
};

/** A screen of an open module. */
export function Screen({ children, onBack, ...props }: ScreenProps) {
  const { look, close, host, leave } = useKit();
  const { name } = props;
  useEffect(() => host.emit('step', { screen: name }), [host, name]);
  const back = onBack && (() => leave(onBack));
  return (
    <Frame {...props} look={look} onBack={back} onClose={close}>
      {children}
    </Frame>
  );
}

type TroubleProps = Omit<ScreenProps, 'children'> & {
  /** Why there is nothing to show; none while it is not known. */
  readonly text?: string;
  readonly onRetry?: () => void;
};

/** A screen whose matter could not be read, or is gone: nobody is left without a way on. */
export function Trouble({ text, onRetry, ...screen }: TroubleProps) {
  const { close } = useKit();
  const leave = screen.onBack ? undefined : close;
  const act = onRetry ?? leave;
  return (
    <Screen {...screen} ending={text && alertIcon} calm={text !== undefined}>
      {text && <p role="alert">{text}</p>}
      {text && act && (
        <Actions>
          <Primary text={say(onRetry ? 'action.retry' : 'shell.close')} onClick={act} />
        </Actions>
      )}
    </Screen>
  );
}

/** Characters of a title beside a mark on a phone, in two lines; longer ones stand below it. */
const MAX_BESIDE = 38;

/** The first screen leaves the focus where the host has it; from then on it follows the headings. */
let shownBefore = false;

type FrameProps = ScreenProps & {
  readonly look?: ModuleLook;
  readonly onClose?: () => void;
};

/** Whether the user is on the way back: the next screen then comes from the other side. */
let returning = false;

/** Says that what comes next is the screen before: for those who go back by the browser's button. */
export function comesBack(): void {
  returning = true;
}

/** A screen, whether or not there is a session. */
export function Frame({ look, onBack, onClose, calm, ending, children, ...screen }: FrameProps) {
  const { name } = screen;
  const drawn = endingOf(name) ?? ending;
  const motion = useMotion();
  const place = useCarried();
  const goBack =
    onBack &&
    (() => {
      comesBack();
      onBack();
    });
  return (
    <div ref={place} class={`frame ${motion}`} data-screen={name} onClickCapture={notePress}>
      <header>
        {goBack ? <IconButton icon="back" label={say('shell.back')} onClick={goBack} /> : <i />}
        <PartnerLogo look={look} />
        {onClose ? <IconButton icon="close" label={say('shell.close')} onClick={onClose} /> : <i />}
      </header>
      <main class={calm || drawn ? 'calm' : ''}>
        {drawn && (
          <div class="disc" aria-hidden="true">
            <Icon name="ending" path={drawn} />
          </div>
        )}
        <Title {...screen} look={look} />
        {children}
      </main>
      <Footer look={look} />
    </div>
  );
}

/** Which way the screen comes in; the first one stands there at once. */
function useMotion(): string {
  const [motion] = useState(() => (shownBefore ? `moves${returning ? ' returns' : ''}` : ''));
  useEffect(() => {
    returning = false;
  }, []);
  return motion;
}

/** In the preview a screen is a picture of itself: nothing comes or goes. */
function useCarried() {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const screen = place.current;
    if (screen?.getRootNode() !== document) return;
    carryOn(screen);
    return () => leaveBehind(screen);
  }, []);
  return place;
}

function Title({ name, title, mark, top, lead, under, look }: FrameProps) {
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
  const isLong = under === undefined && mark && title.length > MAX_BESIDE;
  return (
    <>
      {top}
      <div class={`title${under === undefined ? '' : ' named'}${isLong ? ' long' : ''}`}>
        {mark}
        <div>
          <h1 ref={heading} tabIndex={-1} dir="auto">
            {title}
          </h1>
          {under && <p dir="auto">{under}</p>}
          {lead && <p dir="auto">{lead}</p>}
        </div>
      </div>
    </>
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

/** Help stands at the same place of every screen (WCAG 3.2.6). */
function Footer({ look }: { readonly look?: ModuleLook }) {
  const link = (key: 'help' | 'privacy' | 'terms') => {
    const href = look?.links[key];
    return href && <OutLink href={href} text={say(`shell.${key}`)} />;
  };
  return (
    <footer>
      <p>
        <span>
          {look && !look.hideAttribution && (
            <>
              <Icon name="lock" />
              <span>{say('shell.trust', { partner: look.name, service: SERVICE })}</span>
            </>
          )}
        </span>
      </p>
      <p>
        {link('help')}
        {link('privacy')}
        {link('terms')}
      </p>
    </footer>
  );
}

/** A link that leaves the page, for partners' and companies' own pages. Only `https:` is followed. */
export function OutLink({
  href,
  text,
  button,
  primary,
  icon = button || primary,
  onClick,
}: {
  readonly href: string;
  readonly text: string;
  /** As a text button. */
  readonly button?: boolean;
  /** As the screen's main button. */
  readonly primary?: boolean;
  readonly icon?: boolean;
  readonly onClick?: () => void;
}) {
  if (!href.startsWith('https://')) return null;
  const kind = primary ? 'primary' : button ? 'button' : 'link';
  return (
    <a class={kind} href={href} target="_blank" rel="noopener noreferrer" onClick={onClick}>
      {text}
      {icon && <Icon name="out" path={outIcon} />}
      <span class="hidden"> ({say('shell.newTab')})</span>
    </a>
  );
}

const icons = {
  back: backIcon,
  close: closeIcon,
  lock: lockIcon,
  check: checkIcon,
  alert: alertIcon,
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
  return <Icon name="next" path={nextIcon} />;
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
  /** Something is wrong, and said where it is. */
  readonly disabled?: boolean;
  /** It takes something away. */
  readonly danger?: boolean;
};

/** The screen's main button; without `onClick` it submits its form. */
export function Primary({ text, onClick, busy, danger, disabled }: ActionProps) {
  return (
    <button
      type={onClick ? 'button' : 'submit'}
      // What it says is agreed to: in the words that were written.
      translate={false}
      class={danger ? 'primary danger' : 'primary'}
      disabled={disabled}
      aria-disabled={busy}
      aria-busy={busy}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {text}
    </button>
  );
}

/** The way beside the main button: text alone. */
export function Secondary({ text, onClick, danger }: ActionProps) {
  return (
    <button type="button" class={danger ? 'button danger' : 'button'} onClick={onClick}>
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

/** The buttons at the end of a screen. `near`: of a long list, at the end of the window until then. */
export function Actions({
  near,
  children,
}: {
  readonly near?: boolean;
  readonly children: ComponentChildren;
}) {
  return <div class={near ? 'actions near' : 'actions'}>{children}</div>;
}

const noticeIcons = {
  info: infoIcon,
  warning: clockIcon,
  problem: alertIcon,
  success: checkIcon,
} as const;

/** Something that the user has to know, said aloud when it appears. */
export function Notice({
  kind = 'info',
  icon = noticeIcons[kind],
  children,
}: {
  readonly kind?: keyof typeof noticeIcons;
  /** Another path of `look/icons.ts`. */
  readonly icon?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <div class={`notice ${kind}`} role={kind === 'problem' ? 'alert' : 'status'}>
      <Icon name={kind} path={icon} />
      <div dir="auto">{children}</div>
    </div>
  );
}
