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
  /** The page has come up: what was done for the frame before it was there is done again. */
  readonly hasBegun: () => void;
  readonly remove: () => void;
};

export type Modal = {
  /** The user closed the dialog by its own means, as the Escape key. */
  readonly dismissed: () => void;
  readonly isRunning: () => boolean;
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
  if (options.mode === 'modal') return inDialog(document, element, modal);
  options.container.append(element);
  return {
    element,
    resize: (height) => {
      if (typeof height !== 'number' || !(height > 0)) return;
      element.style.height = `${Math.min(Math.ceil(height), MAX_HEIGHT_PIXELS)}px`;
    },
    hasBegun: () => {},
    remove: () => element.remove(),
  };
}

function createFrame(document: Document, { module, title, locale, mode }: ModuleOptions) {
  const element = document.createElement('iframe');
  element.title = title ?? titles[module][locale?.startsWith('es') ? 'es' : 'en'];
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

/**
 * A native modal dialog: the browser makes the rest of the page inert and brings focus back
 * afterwards. Nothing here moves focus around, which would fight the frame's own.
 */
function inDialog(
  document: Document,
  element: HTMLIFrameElement,
  { dismissed, isRunning }: Modal,
): Frame {
  const dialog = document.createElement('dialog');
  dialog.className = 'billhook-dialog';
  dialog.setAttribute('aria-label', element.title);
  Object.assign(dialog.style, {
    boxSizing: 'border-box',
    width: 'min(100%, 30rem)',
    height: 'min(100%, 48rem)',
    maxWidth: 'none',
    maxHeight: 'none',
    padding: '0',
    border: '0',
    overflow: 'hidden',
  });
  dialog.append(element);
  dialog.addEventListener('close', dismissed);
  dialog.addEventListener('click', ({ target }) => {
    // A click beside it loses nobody's work, but is the way out where no page has come up.
    if (target === dialog && !isRunning()) dismissed();
  });
  document.body.append(dialog);
  dialog.showModal();
  element.focus();
  return {
    element,
    resize: () => {},
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
