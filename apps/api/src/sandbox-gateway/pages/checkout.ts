import type { Card } from '#sandbox-gateway/entities.ts';
import { hasEnded, planOf } from '#sandbox-gateway/life.ts';
import type { Sandbox } from '#sandbox-gateway/sandbox.ts';
import type { SandboxSubscription } from '#sandbox-gateway/state.ts';
import { formatAmount, formatTime, html, renderPage, type Html } from './html.ts';

const OTP_DIGITS = 6;
const OTP_TRIES = 3;

/** Response to a form: a page, or a redirect. */
export type PageResponse = { status: number; page: string } | { location: string };

export function renderCheckout(sandbox: Sandbox, one: SandboxSubscription, error?: string): string {
  const { told: subscription } = one;
  if (hasEnded(one)) {
    return renderPage(
      'This subscription has ended',
      html`${renderFacts(sandbox, one)}
        <p>It is ${subscription.status}. Start a new one in Hearth.</p>
        <p><a href="${sandbox.settings.webOrigin}/payment/onboarding?plan=pro">Back to Hearth</a></p>`,
    );
  }
  const [title, hint] = describeOccasion(one);
  return renderPage(
    title,
    html`${renderFacts(sandbox, one)} ${hint === null ? null : html`<p>${hint}</p>`}
      ${error === undefined ? null : html`<p class="bad" role="alert">${error}</p>`}
      <form method="post" action="/pay/${subscription.id}" class="card" autocomplete="off">
        ${renderToken(sandbox, subscription.id)}
        <label
          ><span>Card number (any will do; it is not kept)</span>
          <input name="number" inputmode="numeric" value="4111 1111 1111 1111" maxlength="23" required
        /></label>
        <div class="pair">
          <label
            ><span>Expires (MM/YY)</span
            ><input name="expires" value="09/31" pattern="(0[1-9]|1[0-2])/[0-9][0-9]" maxlength="5" required
          /></label>
          <label
            ><span>CVV</span
            ><input name="cvv" inputmode="numeric" value="123" pattern="[0-9]{3,4}" maxlength="4" required
          /></label>
        </div>
        <div class="buttons">
          <button class="first" name="outcome" value="succeed">Succeed</button>
          <button name="outcome" value="fail">Fail</button>
          <button name="outcome" value="otp">Needs OTP</button>
          <button name="outcome" value="abandon" formnovalidate>Abandon</button>
        </div>
      </form>`,
  );
}

function describeOccasion({
  told: subscription,
}: SandboxSubscription): [title: string, words: string | null] {
  switch (subscription.status) {
    case 'pending':
      return [
        'Pay with another card',
        'The last charge was declined, and the bank is asked again once a day. Another card is charged at once.',
      ];
    case 'halted':
      return [
        'Pay with another card',
        'Every try to charge the card was declined, so the subscription is halted. Another card is charged at once and takes it up again.',
      ];
    case 'created':
      return ['Pay for Hearth', null];
    default:
      return ['Change the card', 'Nothing is due now. The next charge goes to the new card.'];
  }
}

function renderFacts(sandbox: Sandbox, one: SandboxSubscription): Html {
  const { told: subscription } = one;
  const { item } = planOf(sandbox.world, one);
  return html`<p class="amount">
      ${formatAmount(item.amount * subscription.quantity, item.currency)} <span class="soft">a month</span>
    </p>
    <dl>
      <dt>Plan</dt>
      <dd>${item.name}</dd>
      <dt>Team</dt>
      <dd><code>${Array.isArray(subscription.notes) ? '–' : (subscription.notes['teamId'] ?? '–')}</code></dd>
      <dt>Subscription</dt>
      <dd><code>${subscription.id}</code> (${subscription.status})</dd>
      ${
        subscription.charge_at === null
          ? null
          : html`<dt>Next charge</dt>
              <dd>${formatTime(subscription.charge_at)}</dd>`
      }
    </dl>`;
}

function renderToken(sandbox: Sandbox, subject: string): Html {
  return html`<input type="hidden" name="token" value="${sandbox.makeFormToken(subject)}" />`;
}

export function renderOtp(sandbox: Sandbox, one: SandboxSubscription, error?: string): string {
  return renderPage(
    'Confirm the payment',
    html`${renderFacts(sandbox, one)}
      <p>
        A bank would send a code to the card holder’s phone. Here it is:
        <strong>${one.otp?.code ?? ''}</strong>
      </p>
      ${error === undefined ? null : html`<p class="bad" role="alert">${error}</p>`}
      <form method="post" action="/pay/${one.told.id}/otp" class="card" autocomplete="off">
        ${renderToken(sandbox, one.told.id)}
        <label
          ><span>Code</span
          ><input
            name="code"
            inputmode="numeric"
            pattern="[0-9]{${OTP_DIGITS}}"
            maxlength="${OTP_DIGITS}"
            required
        /></label>
        <div class="buttons"><button class="first">Pay</button></div>
      </form>
      <p><a href="/pay/${one.told.id}">Choose another way</a></p>`,
  );
}

/** Handles the user's choice on the checkout page. */
export function submitCheckout(
  sandbox: Sandbox,
  one: SandboxSubscription,
  form: URLSearchParams,
): PageResponse {
  if (hasEnded(one)) return { status: 409, page: renderCheckout(sandbox, one) };
  const outcome = form.get('outcome');
  if (outcome === 'abandon') return { location: `${sandbox.settings.webOrigin}/payment/onboarding?plan=pro` };
  const card = readCard(form);
  if (card === null)
    return { status: 400, page: renderCheckout(sandbox, one, 'The card’s number or date cannot be right.') };
  if (outcome === 'fail') {
    sandbox.pay(one, 'fail', card);
    return {
      status: 402,
      page: renderCheckout(sandbox, one, 'The bank declined the payment. Nothing was charged.'),
    };
  }
  if (outcome === 'otp') {
    sandbox.change(() => {
      one.otp = { code: sandbox.randomDigits(OTP_DIGITS), triesLeft: OTP_TRIES, card };
    });
    return { location: `/pay/${one.told.id}/otp` };
  }
  if (outcome === 'succeed') return succeed(sandbox, one, card);
  return { status: 400, page: renderCheckout(sandbox, one, 'Choose what is to happen.') };
}

export function submitOtp(sandbox: Sandbox, one: SandboxSubscription, form: URLSearchParams): PageResponse {
  const { otp } = one;
  if (otp === null || hasEnded(one)) return { location: `/pay/${one.told.id}` };
  if (form.get('code') === otp.code) return succeed(sandbox, one, otp.card);
  if (otp.triesLeft > 1) {
    sandbox.change(() => {
      otp.triesLeft -= 1;
    });
    return { status: 402, page: renderOtp(sandbox, one, 'That is not the code. Nothing was charged.') };
  }
  sandbox.pay(one, 'fail', otp.card);
  return {
    status: 402,
    page: renderCheckout(sandbox, one, 'The code was wrong too often. The bank declined the payment.'),
  };
}

/** Redirects to the product with the checkout's proof of payment. */
function succeed(sandbox: Sandbox, one: SandboxSubscription, card: Card): PageResponse {
  const payment = sandbox.pay(one, 'succeed', card);
  const query = new URLSearchParams({
    plan: 'pro',
    razorpay_payment_id: payment.id,
    razorpay_subscription_id: one.told.id,
    razorpay_signature: sandbox.signCheckout(payment.id, one.told.id),
  });
  return { location: `${sandbox.settings.webOrigin}/payment/onboarding?${query.toString()}` };
}

const NETWORKS: Readonly<Record<string, string>> = {
  '2': 'MasterCard',
  '3': 'American Express',
  '4': 'Visa',
  '5': 'MasterCard',
  '6': 'RuPay',
};

function readCard(form: URLSearchParams): Card | null {
  const number = (form.get('number') ?? '').replaceAll(/[ -]/g, '');
  const expires = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(form.get('expires') ?? '');
  if (!/^\d{12,19}$/.test(number) || expires === null) return null;
  return {
    network: NETWORKS[number[0] ?? ''] ?? 'Unknown',
    last4: number.slice(-4),
    expiry_month: Number(expires[1]),
    expiry_year: 2000 + Number(expires[2]),
  };
}
