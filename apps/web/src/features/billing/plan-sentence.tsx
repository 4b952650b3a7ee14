import type { Subscription } from '@hearth/contracts/billing/billing';
import { Trans } from '@lingui/react/macro';
import { isEnding } from '#platform/session/plan.ts';
import { useFormats } from '#ui/format/formats.ts';
import { PRO_PAISE } from './price-summary.tsx';
import { usePaise } from './use-paise.ts';

/** The plan's status and what happens next, in one or two sentences. */
export function PlanSentence({
  subscription,
  amount = PRO_PAISE,
}: {
  subscription: Subscription;
  amount?: number;
}) {
  const formats = useFormats();
  const paise = usePaise();
  const { plan, status, renewsAt, paidUntil, graceUntil } = subscription;
  const price = paise(amount);
  const formatDate = (moment: string) => formats.moment(moment, { dateStyle: 'long' });
  if (status === 'pending') return <Trans>A payment for Pro is waiting for the bank.</Trans>;
  if (status === 'past_due' && graceUntil !== null)
    return <Trans>The last payment failed. Pro stays on until {formatDate(graceUntil)} at the latest.</Trans>;
  if (plan === 'pro') {
    if (isEnding(subscription) && paidUntil !== null)
      return (
        <Trans>Pro is cancelled and ends on {formatDate(paidUntil)}. Nothing more will be charged.</Trans>
      );
    if (renewsAt !== null)
      return (
        <Trans>
          Next charge: {price} on {formatDate(renewsAt)}.
        </Trans>
      );
    if (paidUntil !== null) return <Trans>Paid until {formatDate(paidUntil)}.</Trans>;
    return <Trans>Everything in Pro is on.</Trans>;
  }
  if (status === 'halted') return <Trans>Pro is off because a payment failed. Nothing was deleted.</Trans>;
  if (status !== 'trial' && paidUntil !== null)
    return <Trans>Pro ended on {formatDate(paidUntil)}. Nothing was deleted.</Trans>;
  return <Trans>Free, without a time limit.</Trans>;
}
