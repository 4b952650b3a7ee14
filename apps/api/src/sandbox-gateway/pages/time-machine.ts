import { findDueTime, hasEnded, planOf } from '#sandbox-gateway/life.ts';
import { postToProduct } from '#sandbox-gateway/outgoing.ts';
import type { Sandbox } from '#sandbox-gateway/sandbox.ts';
import type { SandboxSubscription } from '#sandbox-gateway/state.ts';
import type { PageResponse } from './checkout.ts';
import { formatAmount, formatTime, html, renderPage, type Html } from './html.ts';

/** Maximum number of subscriptions on the overview page. Further subscriptions are reachable by their URL. */
const MAX_SHOWN = 50;
const DAY = 86_400;
const ALWAYS = 1_000_000;
const REPEATED = 5;
/** Subject of the form tokens on the overview page. */
export const TIME_MACHINE = 'time machine';

type Act = (sandbox: Sandbox, one: SandboxSubscription | undefined) => Promise<string | null> | null;

/** Actions of the buttons. Each resolves to an error message, or null. */
const ACTS: Readonly<Record<string, Act>> = {
  'next-day': (sandbox) => advance(sandbox, DAY),
  'next-cycle': (sandbox, one) => advance(sandbox, secondsToNextCycle(sandbox, one)),
  'fail-next': setDeclines(1),
  'fail-all': setDeclines(ALWAYS),
  'fail-none': setDeclines(0),
  'cancel-at-bank': (sandbox, one) => {
    if (one !== undefined) sandbox.cancelAtBank(one);
    return null;
  },
  repeat: (sandbox) => sandbox.change(() => (sandbox.events.repeat(REPEATED), null)),
  hold: (sandbox) => sandbox.change(() => (sandbox.events.hold(), null)),
  release: (sandbox) => sandbox.change(() => (sandbox.events.release('in order'), null)),
  'release-reversed': (sandbox) => sandbox.change(() => (sandbox.events.release('reversed'), null)),
  drop: (sandbox) => sandbox.change(() => (sandbox.events.dropNext(), null)),
};

function setDeclines(count: number): Act {
  return (sandbox, one) => {
    if (one !== undefined) sandbox.change(() => (one.declines = count));
    return null;
  };
}

/** Returns the seconds until just after the end of the current period, or a month if none is running. */
function secondsToNextCycle(sandbox: Sandbox, one: SandboxSubscription | undefined): number {
  const ends = (one === undefined ? sandbox.state.subscriptions : [one])
    .filter((each) => !hasEnded(each))
    .map((each) => each.told.current_end ?? findDueTime(each))
    .filter((time) => time !== null);
  const next = ends.length === 0 ? 30 * DAY : Math.min(...ends) - sandbox.now();
  return Math.max(0, next) + 1;
}

/** Advances the product's clock, which moves the sandbox's clock. */
async function advance(sandbox: Sandbox, advanceSeconds: number): Promise<string | null> {
  const origin = sandbox.settings.apiOrigin();
  const url = origin === null ? null : `${origin}/dev/clock`;
  const status = url === null ? null : await postToProduct(url, JSON.stringify({ advanceSeconds }));
  if (status === 200) return null;
  return status === null
    ? 'Hearth does not answer, so the time stays as it is.'
    : `Hearth would not move its clock (${status}), so the time stays as it is.`;
}

export async function submitTimeMachine(
  sandbox: Sandbox,
  one: SandboxSubscription | undefined,
  form: URLSearchParams,
): Promise<PageResponse> {
  const name = form.get('act') ?? '';
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (act === undefined) return { status: 400, page: renderTimeMachine(sandbox, one, 'Unknown button.') };
  const error = await act(sandbox, one);
  if (error !== null) return { status: 502, page: renderTimeMachine(sandbox, one, error) };
  return { location: one === undefined ? '/' : `/subscriptions/${one.told.id}` };
}

/** Renders the page of one or all subscriptions. */
export function renderTimeMachine(
  sandbox: Sandbox,
  one: SandboxSubscription | undefined,
  error?: string,
): string {
  const { state } = sandbox;
  const shown = one === undefined ? state.subscriptions.toReversed().slice(0, MAX_SHOWN) : [one];
  const subject = one?.told.id ?? TIME_MACHINE;
  const action = one === undefined ? '/' : `/subscriptions/${one.told.id}`;
  return renderPage(
    one === undefined ? 'Time machine' : 'Time machine of one subscription',
    html`<p>It is <strong>${formatTime(sandbox.now())}</strong> for Hearth and the sandbox.</p>
      ${error === undefined ? null : html`<p class="bad" role="alert">${error}</p>`}
      ${one === undefined ? null : html`<p><a href="/">All subscriptions</a></p>`}
      ${renderForm(sandbox, { subject, action }, 'Time', [
        ['next-cycle', 'Advance one cycle'],
        ['next-day', 'Advance a day'],
      ])}
      ${renderForm(sandbox, { subject, action }, describeEvents(sandbox), [
        ['repeat', 'Send the last events again'],
        state.isHolding ? ['release', 'Let the held events go'] : ['hold', 'Hold events'],
        ...(state.isHolding ? [['release-reversed', 'Let them go in reverse order'] as const] : []),
        ['drop', 'Drop the next event'],
      ])}
      ${shown.length === 0 ? html`<p class="soft">There is no subscription yet. Start one in Hearth: upgrade a team to Pro.</p>` : null}
      ${shown.map((each) => renderSubscription(sandbox, each))}`,
  );
}

function describeEvents({ state }: Sandbox): string {
  const parts = [
    `${state.waiting.length} waiting`,
    ...(state.isHolding ? ['held'] : []),
    ...(state.drops > 0 ? [`the next ${state.drops} dropped`] : []),
    ...(state.sent.length > 0 ? [`the last one: ${state.sent.at(-1)?.name}`] : []),
  ];
  return `Events (${parts.join(', ')})`;
}

function renderSubscription(sandbox: Sandbox, one: SandboxSubscription): Html {
  const { told: subscription, card } = one;
  const { item } = planOf(sandbox.world, one);
  const at = { subject: subscription.id, action: `/subscriptions/${subscription.id}` };
  const team = Array.isArray(subscription.notes) ? '–' : (subscription.notes['teamId'] ?? '–');
  return html`<section aria-label="${subscription.id}">
    <h2><a href="/subscriptions/${subscription.id}">${subscription.id}</a></h2>
    <dl>
      <dt>State</dt>
      <dd>
        ${subscription.status}${one.cancelsAtEnd ? ', ends with the period' : ''}${one.declines > 0 ? `, the bank declines ${one.declines >= ALWAYS / 2 ? 'every charge' : 'the next charge'}` : ''}
      </dd>
      <dt>Team</dt>
      <dd><code>${team}</code></dd>
      <dt>Amount</dt>
      <dd>${formatAmount(item.amount * subscription.quantity, item.currency)} a month</dd>
      <dt>Card</dt>
      <dd>${card === null ? '–' : `${card.network} ···· ${card.last4}`}</dd>
      <dt>Paid</dt>
      <dd>${subscription.paid_count} of ${subscription.total_count}</dd>
      <dt>Period</dt>
      <dd>${formatTime(subscription.current_start)} – ${formatTime(subscription.current_end)}</dd>
      <dt>Next charge</dt>
      <dd>${formatTime(subscription.charge_at)}</dd>
    </dl>
    ${
      hasEnded(one)
        ? null
        : html`<p><a href="/pay/${subscription.id}">Payment page</a></p>
            ${renderForm(sandbox, at, null, [
              ['next-cycle', 'Advance one cycle'],
              ['fail-next', 'Fail the next charge'],
              one.declines > 0 ? ['fail-none', 'Fail no charge'] : ['fail-all', 'Fail every charge'],
              ['cancel-at-bank', 'Customer cancels at the bank'],
            ])}`
    }
  </section>`;
}

function renderForm(
  sandbox: Sandbox,
  { subject, action }: { subject: string; action: string },
  title: string | null,
  buttons: readonly (readonly [act: string, words: string])[],
): Html {
  const form = html`<form method="post" action="${action}">
    <input type="hidden" name="token" value="${sandbox.makeFormToken(subject)}" />
    <div class="buttons">
      ${buttons.map(([act, label]) => html`<button name="act" value="${act}">${label}</button>`)}
    </div>
  </form>`;
  return title === null
    ? form
    : html`<section>
        <h2>${title}</h2>
        ${form}
      </section>`;
}
