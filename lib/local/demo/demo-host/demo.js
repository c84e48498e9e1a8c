// The bank's page: opens modules as a sheet, and shows beside it what became of the money.
import { createModule } from '/embed/index.ts';
import { codeOf, dueOf, ledgerOf } from '/words.js';

const ASK_MILLISECONDS = 3_000;
const SPRING = 'cubic-bezier(0.2, 1.15, 0.35, 1)';
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const find = (id) => document.getElementById(id);
const sheet = find('sheet');
let opened;

const { modulesUrl, partner } = await (await fetch('/settings')).json();
find('preview').href = `${modulesUrl}/preview?partner=${partner}`;

/** What each button opens. */
const modules = {
  link: { module: 'account-linking' },
  bills: { module: 'bill-pay' },
  swap: { module: 'card-swap' },
};

for (const button of document.querySelectorAll('[data-open]')) {
  button.addEventListener('click', () => attempt(button, () => open(button.dataset.open)));
}
find('another').addEventListener('click', ({ target }) =>
  attempt(target, async () => {
    opened?.close();
    await ask('another');
    find('events').replaceChildren();
    await begin();
  }),
);

/** Shows that it works, and why it does not. */
async function attempt(button, act) {
  find('problem').textContent = '';
  button.setAttribute('aria-busy', 'true');
  try {
    await act();
  } catch (error) {
    find('problem').textContent = `That did not work: ${error.message}`;
  }
  button.removeAttribute('aria-busy');
}

async function open(what) {
  const parameters = what === 'trouble' ? await ask('trouble') : {};
  opened?.destroy();
  const chosen = modules[what] ?? modules.bills;
  find('code').textContent = codeOf({ ...chosen, baseUrl: modulesUrl, partner, parameters });
  opened = createModule({
    ...chosen,
    ...{ baseUrl: modulesUrl, partner, parameters, container: find('module') },
    getToken: newToken,
    onExpired: newToken,
    onEvent: ({ type, payload }) => note('events', `${type} ${JSON.stringify(payload.data ?? {})}`),
    onClose: () => close(),
    onProblem: ({ code, message }) => note('events', `${code}: ${message}`),
  });
  sheet.hidden = false;
  move([{ transform: 'translateY(100%)' }, { transform: 'none' }], SPRING);
  opened.open();
  find('module').querySelector('iframe')?.focus();
}

async function close() {
  void show();
  await move([{ transform: 'none' }, { transform: 'translateY(100%)' }], 'ease-in')?.finished;
  sheet.hidden = true;
}

function move(frames, easing) {
  return calm.matches ? undefined : sheet.animate(frames, { duration: 240, easing });
}

const newToken = async () => (await ask('token')).token;

/** From the bank's own back end, which has the partner's key. */
async function ask(name, body) {
  const response = await fetch(`/${name}`, { method: 'POST', body });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

function note(list, text) {
  const line = document.createElement('li');
  line.textContent = text;
  find(list).prepend(line);
}

/** Puts lines into a list where they are others than those that stand there. */
function fill(list, lines) {
  const items = lines.map(({ text, amount, tone }) => {
    const item = document.createElement('li');
    item.textContent = text;
    if (tone) item.className = tone;
    if (amount) item.append(Object.assign(document.createElement('b'), { textContent: amount }));
    return item;
  });
  const place = find(list);
  if (items.map((item) => item.outerHTML).join('') !== place.innerHTML)
    place.replaceChildren(...items);
}

async function show() {
  const { bills, events } = await ask('money');
  const ledger = ledgerOf(bills);
  fill('ledger', ledger);
  fill('lately', [
    ...ledger.filter(({ tone }) => tone === 'paid'),
    { text: 'Salary', amount: '+$2,950.00' },
    { text: 'Marrowby Grocers', amount: '−$64.12' },
  ]);
  find('due').textContent = dueOf(bills);
  fill(
    'webhooks',
    events.map(({ event }) => ({ text: `${event.type} ${JSON.stringify(event.payload)}` })),
  );
}

async function begin() {
  await ask('begin');
  await show();
}

async function showBrand() {
  const { appName, theme, brands } = await ask('look');
  const color = theme.brandColor ?? brands[0].color;
  document.documentElement.style.setProperty('--brand', color);
  find('bank').textContent = brands.find(({ name }) => name === appName)?.name ?? brands[0].name;
  const buttons = brands.map((brand) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.ariaLabel = brand.name;
    button.ariaPressed = String(brand.color === color);
    button.style.background = brand.color;
    button.addEventListener('click', () =>
      attempt(button, async () => {
        opened?.close();
        await ask('brand', brand.name);
        await showBrand();
      }),
    );
    return button;
  });
  find('brands').replaceChildren(...buttons);
}

async function follow() {
  // What fails now is asked for again.
  if (!document.hidden) await show().catch(() => {});
  setTimeout(follow, ASK_MILLISECONDS);
}

await attempt(find('another'), async () => {
  await begin();
  await showBrand();
});
void follow();
