import { describe, expect, it } from 'vitest';
import { NEW_SUBSCRIPTION } from '@hearth/contracts/billing/subscription-state';
import { listDueNotices, type NoticeFacts } from './due-notices.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 25, 10);
const at = (days: number): number => NOW + days * DAY;

type StoredSubscription = NonNullable<NoticeFacts['subscription']>;
const PAID: StoredSubscription = {
  ...NEW_SUBSCRIPTION,
  id: 's1',
  state: 'active',
  paidUntil: at(20),
  paidCount: 1,
  firstPaidAt: at(-10),
  cardExpires: '2031-09',
};

function listKinds(fields: Partial<StoredSubscription> | null, more: Partial<NoticeFacts> = {}): string[] {
  const subscription = fields === null ? null : { ...PAID, ...fields };
  return listDueNotices({ subscription, hasOverride: false, documents: [], ...more }, NOW).map(
    ({ kind }) => kind,
  );
}

describe('listDueNotices', () => {
  it.each<[string, Partial<StoredSubscription> | null, string[]]>([
    ['nothing without a subscription', null, []],
    ['nothing in the middle of a paid month', {}, []],
    ['nothing for an abandoned checkout', { state: 'pending', paidUntil: null, firstPaidAt: null }, []],
    ['nothing four days before the charge', { paidUntil: at(4) }, []],
    ['the upcoming charge three days before', { paidUntil: at(3) }, ['charge']],
    [
      'the upcoming charge up to an hour before if the job did not run earlier',
      { paidUntil: NOW + 3_600_000 },
      ['charge'],
    ],
    ['no upcoming charge once its day has passed', { paidUntil: at(-1) }, []],
    [
      'the cancellation, but no upcoming charge, of a cancelled subscription',
      { paidUntil: at(2), cancelsAtEnd: true },
      ['cancelled'],
    ],
    ['no upcoming charge without a mandate', { paidUntil: at(2), needsAuthorisation: true }, []],
    [
      'the first failure notice immediately',
      { state: 'past_due', firstFailedAt: NOW, paidUntil: at(0) },
      ['failed-0'],
    ],
    [
      'the first failure notice a day later',
      { state: 'past_due', firstFailedAt: at(-1), paidUntil: at(-1) },
      ['failed-0'],
    ],
    [
      'the second failure notice after two days',
      { state: 'past_due', firstFailedAt: at(-2), paidUntil: at(-2) },
      ['failed-2'],
    ],
    [
      'only the latest failure notice if the job did not run earlier',
      { state: 'past_due', firstFailedAt: at(-6), paidUntil: at(-6) },
      ['failed-5'],
    ],
    [
      'the lapse once the grace period is over',
      { state: 'past_due', firstFailedAt: at(-7), paidUntil: at(-7) },
      ['lapse'],
    ],
    ['nothing while the outcome of a charge is unknown', { paidUntil: at(-2) }, []],
    ['the lapse if the outcome stays unknown', { paidUntil: at(-7) }, ['lapse']],
    [
      'the lapse of a subscription that the gateway halted',
      { state: 'halted', firstFailedAt: at(-4), paidUntil: at(-4) },
      ['lapse'],
    ],
    ['no lapse that is weeks old', { state: 'halted', firstFailedAt: at(-40), paidUntil: at(-40) }, []],
    ['the cancellation', { cancelsAtEnd: true }, ['cancelled']],
    ['the cancellation at the bank', { state: 'cancelled', endedAt: NOW }, ['cancelled']],
    [
      'the lapse at the end of a cancelled subscription',
      { state: 'cancelled', endedAt: at(-9), paidUntil: at(-1) },
      ['lapse'],
    ],
    [
      'nothing besides the credit note of a refunded subscription',
      { state: 'cancelled', refundedAt: NOW, endedAt: NOW },
      [],
    ],
    ['a card that expires this month', { cardExpires: '2026-11' }, ['card']],
    ['a card that expires next month', { cardExpires: '2026-12' }, ['card']],
    ['no card that expires in two months', { cardExpires: '2027-01' }, []],
    ['no expired card', { cardExpires: '2026-10' }, []],
    ['no card of a cancelled subscription', { cardExpires: '2026-12', cancelsAtEnd: true }, ['cancelled']],
  ])('lists %s', (_what, fields, kinds) => {
    expect(listKinds(fields)).toEqual(kinds);
  });

  it('lists a receipt per new invoice and a refund notice per new credit note', () => {
    const documents = [
      { id: 'a', kind: 'invoice' as const, issuedAt: at(-1) },
      { id: 'b', kind: 'credit_note' as const, issuedAt: NOW },
      { id: 'old', kind: 'invoice' as const, issuedAt: at(-4) },
    ];
    expect(listDueNotices({ subscription: null, hasOverride: false, documents }, NOW)).toEqual([
      { kind: 'receipt', period: 'a', invoiceId: 'a' },
      { kind: 'refund', period: 'b', invoiceId: 'b' },
    ]);
  });

  it('does not list the end of Pro while Pro is granted without payment', () => {
    expect(listKinds({ state: 'halted', paidUntil: at(-1) }, { hasOverride: true })).toEqual([]);
  });

  it('lists the same lapse whether the grace period ends or the gateway halts the charge', () => {
    const lapse = (fields: Partial<StoredSubscription>) =>
      listDueNotices({ subscription: { ...PAID, ...fields }, hasOverride: false, documents: [] }, NOW)[0]
        ?.period;
    const periods = [
      lapse({ state: 'past_due', firstFailedAt: at(-8), paidUntil: at(-8) }),
      lapse({ state: 'halted', firstFailedAt: at(-8), paidUntil: at(-8) }),
    ];
    expect(periods[0]).toBe(periods[1]);
  });

  it('lists a card in December that expires in January', () => {
    const december = Date.UTC(2026, 11, 20);
    const subscription = { ...PAID, paidUntil: december + 20 * DAY, cardExpires: '2027-01' };
    expect(listDueNotices({ subscription, hasOverride: false, documents: [] }, december)).toHaveLength(1);
  });
});
