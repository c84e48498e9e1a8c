// A partner's page: opens a module in a frame, and writes down what the module says.
const choice = document.querySelector('#choice');
const place = document.querySelector('#frame');
const log = document.querySelector('#log');

/** What a module needs to work in a frame. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';

const { modulesUrl } = await (await fetch('/settings')).json();
let frame;
let token;

choice.addEventListener('submit', async (event) => {
  event.preventDefault();
  const given = new FormData(choice);
  closeFrame();
  log.replaceChildren();
  token = await newToken();
  if (token === undefined) return note('No token could be had: is the service running?');
  openFrame(addressOf(given), given.get('width'));
});
document.querySelector('#close').addEventListener('click', closeFrame);

addEventListener('message', async ({ source, origin, data }) => {
  // Only what our own frame says, from where we have put it.
  if (!frame || source !== frame.contentWindow || origin !== modulesUrl) return;
  if (data?.billhook === 'token-wanted') {
    note('token-wanted');
    const answer = { billhook: 'token', token: token ?? (await newToken()) };
    frame?.contentWindow.postMessage(answer, modulesUrl);
    token = undefined;
  }
  if (data?.event) heard(data.event);
});

function heard({ type, payload, sessionId }) {
  note(`${type} ${JSON.stringify({ ...payload, ...(sessionId && { sessionId }) })}`);
  if (type === 'resize' && frame) frame.height = payload.resource.data.height;
  if (type === 'close' || type === 'exit') closeFrame();
}

function addressOf(given) {
  const url = new URL(`/${given.get('module')}`, modulesUrl);
  for (const [name, value] of new URLSearchParams(given.get('parameters'))) {
    url.searchParams.set(name, value);
  }
  const way = given.get('way');
  if (way === 'query') url.searchParams.set('token', token);
  // The modules' host finds our origins by the partner where it sees no token.
  else url.searchParams.set('partner', partnerOf(token));
  if (way === 'fragment') url.hash = `token=${token}`;
  return url;
}

function openFrame(url, width) {
  frame = document.createElement('iframe');
  frame.title = 'Module';
  frame.sandbox = SANDBOX;
  frame.width = width;
  frame.src = url;
  place.append(frame);
}

function closeFrame() {
  frame?.remove();
  frame = undefined;
}

async function newToken() {
  const response = await fetch('/token', { method: 'POST' });
  return response.ok ? (await response.json()).token : undefined;
}

function partnerOf(text) {
  const payload = text.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
  return JSON.parse(atob(payload)).partnerId;
}

function note(text) {
  const line = document.createElement('li');
  line.textContent = `${new Date().toLocaleTimeString()} ${text}`;
  log.append(line);
}
