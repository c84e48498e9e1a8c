/** Larkspur's only page, and the customer's phone beside it. */
import { type Answer, page, text } from '../site/http.ts';

const BRAND = 'Larkspur Mobile';

const STYLE = `
:root { --lark: #5b3df5; --night: #1b1340; --mist: #f3f1ff }
body { margin: 0; background: var(--mist); color: var(--night); font: 17px/1.5 "Avenir Next", "Segoe UI", system-ui, sans-serif }
.phone { max-width: 360px; margin: 40px auto; background: var(--night); border-radius: 36px; padding: 26px 20px 60px }
.phone h1 { color: #cfc6ff; font-size: 15px; text-align: center; margin: 0 0 20px }
.phone .box { background: #fff; border-radius: 18px; padding: 12px 16px; margin: 10px 0 }
.phone p { margin: 4px 0 } .phone > p { color: #cfc6ff; text-align: center } .note { font-size: 12px; color: #6a6290 }
footer { max-width: 460px; margin: 30px auto; padding: 0 24px; font-size: 12px; color: #6a6290 }`;

const htmlOf = (body: string, more = '') => `<!doctype html><html lang="en"${more}><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${BRAND}</title><style>${STYLE}</style></head><body>${body}
<footer>${BRAND} is an invented company: nobody is called, and nobody is charged.</footer></body></html>`;

/** All else is drawn by its script. `isAnew`: a website that was made anew overnight. */
export function shellPage(resting: string, isAnew: boolean): Answer {
  if (resting)
    return page(htmlOf(`<main><h1>Resting</h1><p>${text(resting)}</p></main>`), { status: 503 });
  const body =
    '<lark-app></lark-app><script type="module" src="/app.js"></script><noscript>Please switch JavaScript on.</noscript>';
  return page(htmlOf(body, isAnew ? ' data-build="2"' : ''));
}

export function messagesPage(title: string, body: string): string {
  return htmlOf(`<div class="phone"><h1>${text(title)}</h1>${body}</div>`);
}
