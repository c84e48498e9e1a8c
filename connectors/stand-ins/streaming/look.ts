/** How Nightjar's pages look: dark and wide. Names of classes are another with each release, as build tools make them. */
import { createHash, randomBytes } from 'node:crypto';
import { text } from '../site/http.ts';

const BRAND = 'Nightjar';

/** Of this process: a website is built anew every other day. */
const build = randomBytes(4).toString('hex');
const named = (name: string) =>
  `nj_${createHash('sha256')
    .update(build + name)
    .digest('hex')
    .slice(0, 7)}`;

/** The class of each part. */
export const look = {
  bar: named('bar'),
  panel: named('panel'),
  line: named('line'),
  call: named('call'),
  quiet: named('quiet'),
  wrong: named('wrong'),
  tiles: named('tiles'),
};

const STYLE = `
* { box-sizing: border-box } body { margin: 0; min-height: 100vh; background: radial-gradient(circle at 70% -10%, #3a1c4a, #0c0a14 60%); color: #f2ecff; font: 17px/1.5 Futura, "Century Gothic", "Segoe UI", sans-serif }
.${look.bar} { display: flex; justify-content: space-between; padding: 22px 5vw; font-size: 15px } .${look.bar} a { color: #d6c8f2; margin-left: 20px; text-decoration: none } .${look.bar} b { font-size: 24px; letter-spacing: 5px; text-transform: uppercase; color: #ffb454 }
.${look.panel}, .box { max-width: 520px; margin: 4vh auto 0; background: #1a1526; border-radius: 10px; padding: 32px 36px } h1 { margin: 0 0 16px; font-size: 30px; max-width: 1000px }
.${look.line} { display: flex; justify-content: space-between; padding: 13px 0; border-bottom: 1px solid #332a48 }
.${look.call} { display: inline-block; margin-top: 22px; padding: 13px 26px; border: 0; border-radius: 6px; background: #ffb454; color: #231405; font: inherit; font-weight: 700; cursor: pointer; text-decoration: none }
.${look.quiet}, .note, footer { font-size: 13px; color: #a797c9 } .${look.wrong} { background: #51182b; border-radius: 6px; padding: 11px 15px }
.${look.tiles} { display: grid; grid-template-columns: repeat(auto-fill, minmax(180px, 1fr)); gap: 14px; padding: 0 5vw } .${look.tiles} div { aspect-ratio: 16/10; border-radius: 8px; padding: 14px; display: flex; align-items: end; font-weight: 700 }
label { display: block; margin: 16px 0 6px; font-size: 14px } input { width: 100%; padding: 13px; border: 1px solid #4a3d68; border-radius: 6px; background: #0f0b19; color: inherit; font: inherit }
footer { text-align: center; padding: 50px 20px }`;

export function htmlOf(title: string, body: string, isMember = false): string {
  const links = isMember
    ? '<a href="/browse">Browse</a><a href="/you">Account</a><a href="/out">Sign out</a>'
    : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)} – ${BRAND}</title><style>${STYLE}</style></head><body><div class="${look.bar}"><b>${BRAND}</b><span>${links}</span></div>${body}
<footer>${BRAND} is an invented company: nothing is shown, and nobody is charged.</footer></body></html>`;
}

export function panel(
  title: string,
  body: string,
  more: { wrong?: string; isMember?: boolean } = {},
) {
  const { wrong, isMember } = more;
  const said = wrong ? `<p class="${look.wrong}" role="alert">${text(wrong)}</p>` : '';
  return htmlOf(
    title,
    `<div class="${look.panel}"><h1>${text(title)}</h1>${said}${body}</div>`,
    isMember,
  );
}

export function field(label: string, name: string, more = ''): string {
  const id = `i${randomBytes(3).toString('hex')}`;
  return `<label for="${id}">${text(label)}</label><input id="${id}" name="${name}" ${more}>`;
}

export function form(action: string, button: string, fields: string): string {
  return `<form method="post" action="${action}">${fields}<button class="${look.call}">${text(button)}</button></form>`;
}

export const line = (name: string, value: string) =>
  `<div class="${look.line}"><span>${text(name)}</span><span>${text(value)}</span></div>`;

const FILMS = [
  'The Last Lamplighter',
  'Salt & Signal',
  'Eleven Herons',
  'Night Bus to Orrin',
  'A Quiet Tax',
  'Moth Season',
];

export function browsePage(): string {
  const tiles = FILMS.map(
    (title, at) =>
      `<div style="background:linear-gradient(${at * 60}deg,hsl(${at * 57} 50% 30%),hsl(${at * 57 + 80} 60% 18%))">${text(title)}</div>`,
  );
  return htmlOf('Browse', `<div class="${look.tiles}">${tiles.join('')}</div>`, true);
}
