/** How Marlow Valley Electric's pages look: a style of the early web that many utilities still have. */
import { text } from '../site/http.ts';

const STYLE = `
:root { --pine: #14532d; --leaf: #2f7d4f; --paper: #f6f4ec; --line: #d9d4c3; --ink: #22301f; }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 Verdana, Geneva, sans-serif }
.top { background: var(--pine); color: #fff }
.top table { width: 100%; max-width: 860px; margin: 0 auto; border-spacing: 0 }
.top td { padding: 14px 20px } .top a { color: #d8f0df; margin-left: 18px; font-size: 14px; white-space: nowrap }
.brand { font: bold 22px/1.2 Georgia, serif; letter-spacing: .3px } .brand svg { vertical-align: -6px; margin-right: 10px }
.strip { height: 6px; background: linear-gradient(90deg, #e3b23c, #2f7d4f 60%) }
.wrap { max-width: 860px; margin: 28px auto; padding: 0 20px }
h1 { font: bold 26px/1.25 Georgia, serif; margin: 0 0 14px }
.box { background: #fff; border: 1px solid var(--line); border-radius: 4px; padding: 22px 24px; margin-bottom: 20px }
.box table { border-collapse: collapse; width: 100% } .box td, .box th { padding: 8px 6px; text-align: left; border-bottom: 1px solid #eeeadd }
.due { font: bold 34px/1 Georgia, serif; color: var(--pine) }
label { display: block; font-size: 14px; margin: 14px 0 4px } label.inline { display: inline; margin-left: 6px }
input[type=text], input[type=password], input[type=tel] { width: 100%; max-width: 340px; padding: 9px 10px; border: 1px solid #a9a58f; border-radius: 3px; font: inherit }
button, .btn { display: inline-block; margin-top: 18px; padding: 11px 22px; border: 0; border-radius: 3px; background: var(--leaf); color: #fff; font: bold 15px Verdana, sans-serif; cursor: pointer; text-decoration: none }
.error { background: #fdecea; border: 1px solid #d9857b; padding: 10px 14px; border-radius: 3px; margin-bottom: 14px }
.note { font-size: 13px; color: #5c6654 } footer { max-width: 860px; margin: 40px auto; padding: 0 20px; font-size: 12px; color: #6d735f }
@media (max-width: 560px) {
  .top td { display: block; text-align: left; padding: 12px 16px 4px } .top td + td { padding: 0 16px 12px }
  .top a { margin: 0 14px 0 0; font-size: 12px } .brand { font-size: 20px; white-space: nowrap }
  .wrap { padding: 0 12px } .box { padding: 12px }
  .box table { font-size: 11px; line-height: 1.4 } .box td, .box th { padding: 6px 3px }
}
`;

const BRAND = 'Marlow Valley Electric';
const MARK =
  '<svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true"><circle cx="13" cy="13" r="13" fill="#e3b23c"/><path d="M15 3 6 15h6l-2 8 10-13h-7z" fill="#14532d"/></svg>';

/** A whole page. `links` are shown to those who are signed in. */
export function htmlOf(title: string, body: string, isSignedIn = false): string {
  const links = isSignedIn
    ? '<a href="/account/summary">My account</a><a href="/account/pay">Pay my bill</a><a href="/account/history">Payment history</a><a href="/account/logout">Sign out</a>'
    : '<a href="/">Sign in</a>';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${text(title)} | ${BRAND}</title>
<style>${STYLE}</style></head><body>
<div class="top"><table role="presentation"><tr><td class="brand">${MARK}${BRAND}</td><td align="right">${links}</td></tr></table></div>
<div class="strip"></div><div class="wrap" id="content"><h1>${text(title)}</h1>${body}</div>
<footer>${BRAND} is an invented company: nobody is supplied, and nobody is charged.</footer></body></html>`;
}

export function problem(message: string | undefined): string {
  return message === undefined ? '' : `<p class="error" role="alert">${text(message)}</p>`;
}
