// A partner's page: opens a module, and writes down what the module says.
import { createModule } from '/embed/index.ts';

const choice = document.querySelector('#choice');
const place = document.querySelector('#place');
const log = document.querySelector('#log');
let opened;

const { modulesUrl, partner } = await (await fetch('/settings')).json();
document.querySelector('#preview').href = `${modulesUrl}/preview?partner=${partner}`;

choice.addEventListener('submit', async (event) => {
  event.preventDefault();
  opened?.destroy();
  log.replaceChildren();
  try {
    opened = createModule(await optionsOf(new FormData(choice)));
    opened.open();
  } catch (error) {
    note(error.message);
  }
});
document.querySelector('#close').addEventListener('click', () => opened?.close());

async function optionsOf(given) {
  const tokenBy = given.get('tokenBy');
  const where = given.get('place');
  // As wide as the app has room for it.
  place.className = where === 'modal' ? '' : `wide-${where}`;
  return {
    module: given.get('module'),
    baseUrl: modulesUrl,
    partner,
    tokenBy,
    ...(tokenBy === 'handshake' ? { getToken: newToken } : { token: await newToken() }),
    ...(where === 'modal' ? { mode: 'modal' } : { container: place }),
    parameters: Object.fromEntries(new URLSearchParams(given.get('parameters'))),
    locale: given.get('locale') || undefined,
    sessionId: crypto.randomUUID(),
    events: given.get('events'),
    onEvent: ({ type, payload }) => note(`${type} ${JSON.stringify(payload)}`),
    onClose: (by) => note(`closed by ${by}`),
    onExpired: newToken,
    onProblem: ({ code, message }) => note(`${code}: ${message}`),
  };
}

/** From the app's own back end, which has the partner's key. */
async function newToken() {
  const response = await fetch('/token', { method: 'POST' });
  if (!response.ok) throw new Error('No token could be had: is the service running?');
  return (await response.json()).token;
}

function note(text) {
  const line = document.createElement('li');
  line.textContent = `${new Date().toLocaleTimeString()} ${text}`;
  log.append(line);
}
