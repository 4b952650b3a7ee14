import { Trans } from '@lingui/react/macro';
import { PERIODS } from '@hearth/contracts/core/periods';
import { PLANS } from '@hearth/contracts/billing/plans';
import { formatRupees } from '#ui/format/formats.ts';
import { Article } from './article.tsx';

export function Cancellation() {
  const price = formatRupees(PLANS.pro.pricePerMonth);
  const graceDays = PERIODS.paymentGrace;
  const refundDays = PERIODS.refund;
  const chooseDays = PERIODS.chooseSeats;
  const seats = PLANS.free.limits.collaborators;
  return (
    <Article
      path="/cancellation-refund"
      title={<Trans>Cancellation and Refund Policy</Trans>}
      lead={<Trans>Pro is paid by the month and can be cancelled at any time.</Trans>}
      changedOn="2026-11-25"
    >
      <h2>
        <Trans>Cancelling Pro</Trans>
      </h2>
      <p>
        <Trans>
          An owner of the team can cancel Pro ({price} per team per month, tax included) at any time in
          Settings → Billing and need not say why. Pro then stays until the end of the month that is paid for,
          and nothing more is charged. After that the team is on Trial again.
        </Trans>
      </p>
      <h2>
        <Trans>What happens to your work</Trans>
      </h2>
      <p>
        <Trans>
          Nothing is deleted when a plan ends. If your team has more than Trial allows, everything stays
          readable and editable; you just can’t add projects, documents, tasks or collaborators until there’s
          room again. You can export all of it at any time.
        </Trans>
      </p>
      <p>
        <Trans>
          If more than {seats} people edit by then, an owner has {chooseDays} days to choose who goes on.
          Otherwise those who joined last can only read until the team is on Pro again.
        </Trans>
      </p>
      <h2>
        <Trans>When a payment fails</Trans>
      </h2>
      <p>
        <Trans>
          Pro keeps working for up to {graceDays} days while the bank tries again, so you can fix it. After
          that the team moves to Trial until it’s paid.
        </Trans>
      </p>
      <h2>
        <Trans>Refunds</Trans>
      </h2>
      <p>
        <Trans>
          Within {refundDays} days of a team’s first payment an owner gets all of it back with one click, in
          Settings → Billing. Pro then ends at once.
        </Trans>
      </p>
      <p>
        <Trans>Later payments are given back in these cases:</Trans>
      </p>
      <ul>
        <li>
          <Trans>What was charged twice, or by mistake, is given back in full.</Trans>
        </li>
        <li>
          <Trans>
            If you paid for Pro and we could not give it to you, the payment is given back in full.
          </Trans>
        </li>
        <li>
          <Trans>
            For the rest of a month that has begun nothing is given back, since Pro stays until its end.
          </Trans>
        </li>
      </ul>
      <p>
        <Trans>
          Refunds go back to the original payment method. <a href="/contact-us">Write to us</a> with the team
          name and payment date.
        </Trans>
      </p>
      <h2>
        <Trans>Trial</Trans>
      </h2>
      <p>
        <Trans>Trial costs nothing, so there is nothing to cancel: simply stop, or delete the team.</Trans>
      </p>
    </Article>
  );
}
