/**
 * The way that the user has come, an entry of the browser's history each
 * (decision: back-is-one-screen-back): the browser's Back, a phone's and the page's own lead the same way.
 */
import { keep, keepBehind, kept, refreshKept } from '../keep.ts';
import { comesBack } from '../shell.tsx';

/** Of a longer way the last screens take each other's place. */
const MAX_TRAIL = 50;
/** After this the history has not moved, as where the host's page has entries in between. */
const TRAVEL_MILLISECONDS = 500;

/** Asks before the user leaves a screen. @returns whether it does; else the user may go at once. */
type Guard = (leave: () => void) => boolean;

let onShow: ((place: unknown) => void) | undefined;
let guard: Guard | undefined;
/** The page's own move in the history that is under way: what follows it. */
let coming: (() => void) | undefined;
/** What was asked for meanwhile. */
let waiting: (() => void)[] = [];
/** How many entries are before the one that is shown. */
let here = 0;
/** The place that is shown, also while the history is on its way there. */
let shown: unknown;
/** What is in front of a screen and has an entry of its own, the last on top. */
let layers: (() => void)[] = [];

/** To a screen: back to it where the user came from there, else on. */
export function step(next: unknown, how?: 'replace'): void {
  tell(next);
  if (coming) waiting.push(() => move(next, how));
  else move(next, how);
}

function tell(place: unknown): void {
  shown = place;
  onShow?.(place);
}

function move(next: unknown, how?: 'replace'): void {
  const { place, trail = [], spent = [] } = kept();
  const found = how ? -1 : trail.map(keyOf).lastIndexOf(keyOf(next));
  const isLayer = layers.length > 0;
  layers = [];
  const stays = how || isLayer || place === undefined || keyOf(place) === keyOf(next);
  if (found >= 0) {
    travel(found - trail.length, () => {
      here = found;
      const left = (kept().spent ?? spent).filter((one) => one < found);
      keep({ place: next, trail: trail.slice(0, found), spent: left });
    });
  } else if (stays || trail.length >= MAX_TRAIL) keep({ place: next });
  else goOn(next);
}

/** An entry of its own, in front of the one that is shown. */
function goOn(next: unknown): void {
  const { place, trail = [], spent = [] } = kept();
  here = trail.length + 1;
  keepBehind({ place: next, trail: [...trail, place], spent: spent.filter((one) => one < here) });
}

/** Nobody comes back to these: what was done there is done, and would be done again. */
export function spend(which: (place: unknown) => boolean): void {
  const { trail = [] } = kept();
  keep({ spent: trail.flatMap((place, index) => (which(place) ? [index] : [])) });
}

/** Whether the user came from another screen of this page. */
export function hasTrail(): boolean {
  const { trail = [], spent = [] } = kept();
  return trail.some((_, index) => !spent.includes(index));
}

/** One screen back, as by the browser's own button. */
export function goBack(): void {
  history.go(-1);
}

/** @returns what ends it. */
export function guardBack(asks: Guard): () => void {
  guard = asks;
  return () => {
    if (guard === asks) guard = undefined;
  };
}

/** @param show is told where the user has come by the browser's own buttons. @returns what ends it. */
export function followHistory(show: (place: unknown) => void): () => void {
  onShow = show;
  shown = kept().place;
  here = kept().trail?.length ?? 0;
  addEventListener('popstate', arrive);
  return () => {
    removeEventListener('popstate', arrive);
    onShow = undefined;
    layers = [];
  };
}

/**
 * Puts something in front of the screen, which Back takes away again.
 * @param close is told that Back did. @returns what takes it away.
 */
export function pushLayer(close: () => void): () => void {
  const { place } = kept();
  if (place === undefined || coming) return () => {};
  goOn(place);
  layers.push(close);
  return () => {
    const at = layers.indexOf(close);
    if (at < 0) return;
    layers.splice(at, 1);
    travel(-1, () => {
      here = kept().trail?.length ?? 0;
    });
  };
}

function arrive(): void {
  const then = coming;
  if (then) {
    refreshKept();
    then();
    return;
  }
  const { place, trail = [] } = kept();
  // An entry that is none of ours, as of a fragment in the address, stands for the same screen.
  const steps = place === undefined ? 0 : trail.length - here;
  if (place === undefined) refreshKept();
  else if (steps < 0 && guard?.(() => travel(steps, show))) travel(-steps, () => {});
  else show();
}

/** Shows the screen of the entry that the history is at, or the next one before it that can be shown. */
function show(): void {
  const { trail = [] } = kept();
  const back = here - trail.length;
  if (back > 0) comesBack();
  here = trail.length;
  refreshKept();
  const close = back === 1 ? layers.pop() : undefined;
  const { place, spent = [] } = kept();
  const open = trail.map((_, index) => !spent.includes(index)).lastIndexOf(true);
  if (close) close();
  else if (back <= 0 || !spent.includes(here)) tell(place);
  else if (open >= 0) travel(open - here, show);
  else travel(-here, stay);
}

/** All that came before is done: the next Back leads to what was there before this page. */
function stay(): void {
  here = 0;
  keep({ place: shown, trail: [], spent: [] });
}

function travel(steps: number, then: () => void): void {
  const arrived = () => {
    clearTimeout(timer);
    coming = undefined;
    then();
    const [next] = waiting;
    waiting = waiting.slice(1);
    next?.();
  };
  const timer = setTimeout(arrived, TRAVEL_MILLISECONDS);
  coming = arrived;
  if (steps === 0) arrive();
  else history.go(steps);
}

/** What makes a screen the same: its name and the first id that it is about. */
function keyOf(place: unknown): string {
  const { at, open, from, ...ids } = Object(place);
  const { billId, methodId, companyId, authId } = ids;
  return JSON.stringify([at, open, from && keyOf(from), billId ?? methodId ?? companyId ?? authId]);
}
