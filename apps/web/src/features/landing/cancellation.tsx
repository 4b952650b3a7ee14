import { Trans } from '@lingui/react/macro';
import { PERIODS } from '@hearth/contracts/periods';
import { PLANS } from '@hearth/contracts/plans';
import { formatRupees } from '#ui/formats.ts';
import { Article } from './article.tsx';

export function Cancellation() {
  const price = formatRupees(PLANS.pro.pricePerMonth);
  const graceDays = PERIODS.paymentGrace;
  return (
    <Article
      path="/cancellation-refund"
      title={<Trans>Cancellation and Refund Policy</Trans>}
      lead={<Trans>Pro is paid by the month and can be cancelled at any time.</Trans>}
      changedOn="2026-11-21"
    >
      <h2>
        <Trans>Cancelling Pro</Trans>
      </h2>
      <p>
        <Trans>
          An owner of the team can cancel Pro ({price} per team per month) at any time and need not say why.
          Pro then stays until the end of the month that is paid for. After that the team is on Trial again.
        </Trans>
      </p>
      <h2>
        <Trans>What happens to your work</Trans>
      </h2>
      <p>
        <Trans>
          Nothing is deleted when a plan ends. If the team holds more than Trial allows, everything stays
          there to be read and worked on; only new projects, documents, tasks and collaborators have to wait
          until there is room again.
        </Trans>
      </p>
      <h2>
        <Trans>When a payment fails</Trans>
      </h2>
      <p>
        <Trans>
          Pro goes on for {graceDays} days, so that there is time to put it right. Then the team is on Trial
          until it is paid again.
        </Trans>
      </p>
      <h2>
        <Trans>Money back</Trans>
      </h2>
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
          Money goes back the way it came. <a href="/contact-us">Write to us</a> with the name of the team and
          the day of the payment.
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
