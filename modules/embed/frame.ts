/** The frame of a module in the host's page, and the dialog around it where it is a modal. */
import type { ModuleName, ModuleOptions } from './types.ts';

/**
 * What the modules need (decision: embed-package): their scripts, their own origin for the API,
 * forms for password managers, and a company's site in a tab of its own that is not in the sandbox.
 */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';

/** A module is usable from 320 px on. */
const INITIAL_HEIGHT = '640px';
const MAX_HEIGHT_PIXELS = 20_000;

const titles: Readonly<Record<ModuleName, Readonly<Record<'en' | 'es', string>>>> = {
  'account-linking': { en: 'Link an account', es: 'Vincular una cuenta' },
  'card-swap': { en: 'Update your card', es: 'Actualizar tu tarjeta' },
  'bill-pay': { en: 'Your bills', es: 'Tus facturas' },
};

export type Frame = {
  readonly element: HTMLIFrameElement;
  readonly resize: (height: unknown) => void;
  /** There is a page to see, or nothing speaks against it. */
  readonly show: () => void;
  /** The browser refuses the page: what is shown in its place can be closed. */
  readonly refuse: (close: () => void) => void;
  /** The page has come up: what was done for the frame before it was there is done again. */
  readonly hasBegun: () => void;
  readonly remove: () => void;
};

export type Modal = {
  /** The user closed the dialog by its own means, as the Escape key. */
  readonly dismissed: () => void;
  readonly isRunning: () => boolean;
  /** The page asks its user, where something would be left behind, and closes. */
  readonly askToClose: () => void;
};

export function placeFrame(
  document: Document,
  options: ModuleOptions,
  address: URL,
  modal: Modal,
): Frame {
  const element = createFrame(document, options);
  // Set before the frame is in the page, so that it loads once.
  element.src = address.href;
  if (options.mode === 'modal') return inDialog(document, element, options, modal);
  options.container.append(element);
  const seen = appearance(document, element, options);
  return {
    element,
    resize: (height) => {
      if (typeof height !== 'number' || !(height > 0)) return;
      element.style.height = `${Math.min(Math.ceil(height), MAX_HEIGHT_PIXELS)}px`;
    },
    ...seen,
    hasBegun: () => {},
    remove: () => {
      element.remove();
      seen.remove();
    },
  };
}

const refusals = {
  en: { text: "This page can't be shown here right now.", close: 'Close' },
  es: { text: 'Esta página no se puede mostrar aquí por ahora.', close: 'Cerrar' },
} as const;

/** What is seen of a frame: nothing before it is known that the browser shows a page in it. */
function appearance(document: Document, element: HTMLIFrameElement, { locale }: ModuleOptions) {
  element.style.opacity = '0';
  let instead: HTMLElement | undefined;
  return {
    show: () => {
      element.style.opacity = '';
    },
    refuse: (close: () => void) => {
      const { text, close: label } = refusals[languageOf(locale)];
      const words = document.createElement('p');
      words.textContent = text;
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = label;
      button.style.cssText = 'font: inherit; min-height: 48px; padding: 0 24px';
      button.addEventListener('click', close);
      instead = document.createElement('div');
      instead.setAttribute('role', 'alert');
      instead.style.cssText = 'padding: 24px; font: 16px/1.5 system-ui, sans-serif';
      instead.append(words, button);
      element.replaceWith(instead);
      button.focus();
    },
    remove: () => instead?.remove(),
  };
}

function languageOf(locale: string | undefined): 'en' | 'es' {
  return locale?.startsWith('es') ? 'es' : 'en';
}

function createFrame(document: Document, { module, title, locale, mode }: ModuleOptions) {
  const element = document.createElement('iframe');
  element.title = title ?? titles[module][languageOf(locale)];
  element.setAttribute('sandbox', SANDBOX);
  // No feature of the browser that needs leave is used. The page has to see whose frame it is:
  // browsers hide that from a page that gets no referrer.
  element.setAttribute('referrerpolicy', 'strict-origin');
  Object.assign(element.style, {
    display: 'block',
    border: '0',
    width: '100%',
    height: mode === 'modal' ? '100%' : INITIAL_HEIGHT,
  });
  return element;
}

/** A narrow window has a sheet, which rises from the lower edge; any other a card. */
const SHEET = '(max-width: 30rem)';
const SHEET_GAP = '24px';
const CARD_GAP = '48px';
/** A short page has room around it. */
const MIN_DIALOG_PIXELS = 400;

function spring(dialog: HTMLElement, from: string): void {
  // From then on also where its page becomes higher or lower.
  dialog.style.transition = 'height 220ms ease-out';
  const frames = [
    { transform: from, opacity: '0.4' },
    { transform: 'none', opacity: '1' },
  ];
  dialog.animate(frames, { duration: 240, easing: 'cubic-bezier(0.2, 1.15, 0.35, 1)' });
}

/**
 * A native modal dialog: the browser makes the rest of the page inert and brings focus back
 * afterwards. Nothing here moves focus around, which would fight the frame's own.
 */
function inDialog(
  document: Document,
  element: HTMLIFrameElement,
  options: ModuleOptions,
  { dismissed, isRunning, askToClose }: Modal,
): Frame {
  const dialog = document.createElement('dialog');
  dialog.className = 'billhook-dialog';
  dialog.setAttribute('aria-label', element.title);
  const isSheet = document.defaultView?.matchMedia(SHEET).matches;
  Object.assign(dialog.style, {
    boxSizing: 'border-box',
    width: 'min(100%, 30rem)',
    height: `min(100% - ${isSheet ? SHEET_GAP : CARD_GAP}, 48rem)`,
    maxWidth: 'none',
    maxHeight: 'none',
    // A sheet stands on the lower edge.
    margin: isSheet ? 'auto auto 0' : 'auto',
    padding: '0',
    border: '0',
    borderRadius: isSheet ? '24px 24px 0 0' : '24px',
    // The second one dims the page, which no style of an element does.
    boxShadow: '0 24px 64px rgb(10 15 30 / 0.3), 0 0 0 200vmax rgb(10 15 30 / 0.4)',
    overflow: 'hidden',
  });
  dialog.append(element);
  dialog.addEventListener('close', dismissed);
  dialog.addEventListener('click', ({ target }) => {
    // A click beside it loses nobody's work, but is the way out where no page has come up.
    if (target === dialog && !isRunning()) dismissed();
  });
  dialog.addEventListener('cancel', (event) => {
    // Escape beside the frame: the page may have something that its user would leave behind.
    if (!isRunning()) return;
    event.preventDefault();
    askToClose();
  });
  document.body.append(dialog);
  dialog.showModal();
  const isCalm = document.defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!isCalm) spring(dialog, isSheet ? 'translateY(100%)' : 'translateY(24px) scale(0.97)');
  const seen = appearance(document, element, options);
  element.focus();
  return {
    element,
    // As high as its page, which scrolls where the window has no room for it.
    resize: (height) => {
      if (typeof height !== 'number' || !(height > 0)) return;
      const least = Math.max(Math.ceil(height), MIN_DIALOG_PIXELS);
      dialog.style.height = `min(100% - ${isSheet ? SHEET_GAP : CARD_GAP}, ${least}px)`;
    },
    ...seen,
    hasBegun: () => {
      // Focus that came before the page did is lost with the page that was there before.
      if (document.activeElement !== element) return;
      element.blur();
      element.focus();
    },
    remove: () => {
      dialog.removeEventListener('close', dismissed);
      // Closed before it is removed: that is what brings focus back to where it was.
      dialog.close();
      dialog.remove();
    },
  };
}
