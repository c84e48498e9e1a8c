/** Larkspur's app. Who is signed in is known to this page alone, and forgotten when it is reloaded. */

const STYLE = `
:host { display: block; font: inherit; color: #1b1340 }
main { max-width: 460px; margin: 0 auto; padding: 28px 24px }
header { display: flex; justify-content: space-between; align-items: center; max-width: 460px; margin: 0 auto; padding: 22px 24px 0 }
header b { font-size: 21px; letter-spacing: -.4px; color: #5b3df5 } header i { font-style: normal }
nav { display: flex; gap: 16px } nav span { cursor: pointer; font-size: 14px; color: #5b3df5 }
.card { background: #fff; border-radius: 22px; padding: 24px; box-shadow: 0 8px 30px #5b3df51a; margin-bottom: 18px }
h2 { margin: 0 0 12px; font-size: 27px; letter-spacing: -.6px } .big { font-size: 46px; font-weight: 700; letter-spacing: -1.6px; line-height: 1.1 }
.oops { background: #ffe4ea; color: #8c0f34; border-radius: 14px; padding: 12px 16px; margin-bottom: 14px }
.row { display: flex; justify-content: space-between; gap: 12px; padding: 12px 0; border-bottom: 1px solid #efecff }
.pill { background: #efecff; border-radius: 99px; padding: 2px 10px; font-size: 13px } small { color: #6a6290 }`;

let fields = 0;

/** A labelled input, with an id that is another at each visit. */
class LarkField extends HTMLElement {
  connectedCallback() {
    if (this.shadowRoot) return;
    fields += 1;
    const id = `f${Math.random().toString(36).slice(2, 7)}${fields}`;
    const root = this.attachShadow({ mode: 'open' });
    root.innerHTML = `<style>label{display:block;font-size:14px;margin:14px 0 6px}input{width:100%;box-sizing:border-box;
      padding:13px 14px;font:inherit;border:2px solid #ded8ff;border-radius:14px}input:focus{outline:0;border-color:#5b3df5}</style>
      <label for="${id}"></label><input id="${id}">`;
    root.querySelector('label').textContent = this.getAttribute('label');
    const input = root.querySelector('input');
    input.type = this.getAttribute('kind') ?? 'text';
    input.autocomplete = this.getAttribute('fills') ?? 'off';
    input.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') this.dispatchEvent(new CustomEvent('lark-enter', { bubbles: true }));
    });
  }
  get value() {
    return this.shadowRoot.querySelector('input').value;
  }
}

class LarkButton extends HTMLElement {
  connectedCallback() {
    if (this.shadowRoot) return;
    const root = this.attachShadow({ mode: 'open' });
    root.innerHTML = `<style>button{width:100%;margin-top:20px;padding:15px;border:0;border-radius:99px;background:#5b3df5;
      color:#fff;font:inherit;font-weight:600;cursor:pointer}</style><button><slot></slot></button>`;
  }
}

const dollars = (cents) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
/** `2026-12-10` as `12/10/26` */
const shortDay = (day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(2, 4)}`;

const isAnew = () => document.documentElement.dataset.build === '2';

const views = {
  'sign-in': () =>
    isAnew()
      ? '<h2>Hello again</h2><lark-field name="pin" kind="password" label="Secret word"></lark-field><lark-field name="number" label="Line"></lark-field><lark-button data-do="signIn">Let me in</lark-button>'
      : '<h2>Hi there</h2><lark-field name="number" kind="tel" fills="username" label="Phone number"></lark-field><lark-field name="pin" kind="password" fills="current-password" label="Password"></lark-field><lark-button data-do="signIn">Sign in</lark-button>',
  code: () =>
    '<h2>Check your phone</h2><p>Open Larkspur on your phone. It shows a code of four digits.</p><lark-field name="code" kind="tel" fills="one-time-code" label="Code from your phone"></lark-field><lark-button data-do="sendCode">Continue</lark-button>',
  home: ({ account }) =>
    `<h2>Your bill</h2><div class="big" data-what="left">${dollars(account.left)}</div><p>${account.left > 0 ? `Due ${shortDay(account.dueOn)}` : 'Nothing to pay. Enjoy your day!'}</p><small>Account ${account.accountNumber} · Bill ${account.statement}</small>${account.left > 0 ? '<lark-button data-do="toPay">Pay bill</lark-button>' : ''}`,
  pay: ({ account }) =>
    `<h2>Pay your bill</h2><lark-field name="amount" label="Amount (you owe ${dollars(account.left)})"></lark-field><lark-field name="card" kind="tel" fills="cc-number" label="Card number"></lark-field><lark-field name="expires" fills="cc-exp" label="Expires (MM/YY)"></lark-field><lark-field name="cvc" kind="tel" fills="cc-csc" label="CVC"></lark-field><lark-field name="zip" fills="postal-code" label="ZIP code"></lark-field><lark-button data-do="toReview">Next</lark-button>`,
  review: ({ quote }) =>
    `<h2>All good?</h2><div class="row"><span>You pay</span><b data-what="paying">${dollars(quote.cents)}</b></div><div class="row"><span>With card</span><span>•••• ${quote.card}</span></div><lark-button data-do="pay">Pay ${dollars(quote.cents)}</lark-button>`,
  done: ({ paid }) =>
    `<h2>Thanks!</h2><p>Your payment of ${dollars(paid.cents)} is on its way. It shows on your bill once it has posted.</p><div class="row"><span>Confirmation</span><b data-what="confirmation">${paid.confirmation}</b></div>`,
  activity: ({ payments }) =>
    `<h2>Payments</h2>${payments.map(({ at, cents, confirmation, state }) => `<div class="row" role="listitem"><span>${shortDay(new Date(at).toISOString().slice(0, 10))}<br><small>${confirmation}</small></span><span>${dollars(cents)}<br><span class="pill">${state === 'posted' ? 'Posted' : 'Processing'}</span></span></div>`).join('') || '<p>No payments yet.</p>'}`,
};

class LarkApp extends HTMLElement {
  #token;
  #challenge;
  #view = 'sign-in';
  #state = {};

  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    root.addEventListener('click', ({ target }) => this.#does(target.closest('[data-do]')));
    root.addEventListener('lark-enter', () =>
      this.#does(root.querySelector('lark-button[data-do]')),
    );
    this.#show('sign-in');
  }

  async #does(pressed) {
    if (!pressed) return;
    try {
      await this[pressed.dataset.do]();
    } catch (error) {
      if (error.status === 401 && this.#token) this.#token = undefined;
      const isOut = error.status === 401 && this.#view !== 'sign-in';
      if (isOut) this.#show('sign-in', {}, error.message);
      else this.#say(error.message);
    }
  }

  #show(view, more = {}, oops = '') {
    this.#view = view;
    this.#state = { ...this.#state, ...more };
    const links = this.#token
      ? '<span data-do="toHome">Bill</span><span data-do="toActivity">Payments</span><span data-do="signOut">Sign out</span>'
      : '';
    this.shadowRoot.innerHTML = `<style>${STYLE}</style><header><b>larkspur<i> ✿</i></b><nav>${links}</nav></header><main><div class="oops" role="alert"></div><section class="card">${views[view](this.#state)}</section></main>`;
    this.#say(oops);
  }

  /** What was typed stays. */
  #say(oops) {
    const place = this.shadowRoot.querySelector('.oops');
    place.textContent = oops;
    place.hidden = oops === '';
  }

  #typed(name) {
    return this.shadowRoot.querySelector(`lark-field[name=${name}]`).value;
  }

  async #ask(path, given) {
    const response = await fetch(`/api/${path}`, {
      headers: {
        'content-type': 'application/json',
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
      },
      ...(given && { method: 'POST', body: JSON.stringify(given) }),
    });
    const answer = await response.json();
    if (response.ok) return answer;
    throw Object.assign(new Error(answer.message), { status: response.status });
  }

  async #enter({ token, challenge }) {
    this.#token = token;
    this.#challenge = challenge;
    if (token) await this.toHome();
    else this.#show('code');
  }

  async signIn() {
    const given = { number: this.#typed('number'), pin: this.#typed('pin') };
    await this.#enter(await this.#ask('sign-in', given));
  }
  async sendCode() {
    const given = { challenge: this.#challenge, code: this.#typed('code') };
    await this.#enter(await this.#ask('code', given));
  }
  async signOut() {
    await this.#ask('sign-out', {});
    this.#token = undefined;
    this.#show('sign-in');
  }
  async toHome() {
    this.#show('home', { account: await this.#ask('account') });
  }
  async toActivity() {
    this.#show('activity', { payments: await this.#ask('payments') });
  }
  toPay() {
    this.#show('pay');
  }
  async toReview() {
    const amount = this.#typed('amount').replace(/[$,\s]/g, '');
    const given = {
      cents: amount ? Math.round(Number(amount) * 100) : this.#state.account.left,
      ...{ card: this.#typed('card'), expires: this.#typed('expires') },
    };
    this.#show('review', { quote: await this.#ask('quotes', given) });
  }
  /** The button stays: who presses it twice sends it twice. */
  async pay() {
    this.#show('done', { paid: await this.#ask('payments', { quote: this.#state.quote.quote }) });
  }
}

customElements.define('lark-field', LarkField);
customElements.define('lark-button', LarkButton);
customElements.define('lark-app', LarkApp);
