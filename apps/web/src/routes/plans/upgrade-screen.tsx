import type { Subscription } from '@hearth/contracts/billing/billing';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { PlanOffer, PlanUsage } from '#features/billing/index.ts';
import { isPaid, namePlan } from '#platform/session/plan.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { refreshSubscription } from '#platform/session/subscription.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { Page } from '#shell/page/page.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import styles from './upgrade.module.css';

/** The team's plan, how much of it is used, and what the other one gives. */
export function UpgradeScreen() {
  const { t } = useLingui();
  const subscription = useSelected(auth, (state) => state.subscription);
  useEffect(() => {
    // What is in use changes with every task: the figures are of now.
    void refreshSubscription();
  }, []);
  return (
    <Page title={t`Upgrade`}>
      {subscription === null ? <SkeletonRows /> : <Plans subscription={subscription} />}
    </Page>
  );
}

function Plans({ subscription }: { subscription: Subscription }) {
  const formats = useFormats();
  const { teamId } = useTeamStore();
  const teamName = useRow('team', teamId)?.name ?? '';
  const planName = namePlan(subscription.plan);
  const hasPaidPlan = isPaid(subscription.plan);
  return (
    <>
      <section className={styles.present} aria-labelledby="present-plan">
        <h2 id="present-plan" className={styles.heading}>
          <Trans>
            {teamName} is on {planName}
          </Trans>
        </h2>
        {subscription.renewsAt !== null && (
          <p className={styles.faint}>
            <Trans>Paid until {formats.moment(subscription.renewsAt, { dateStyle: 'long' })}.</Trans>
          </p>
        )}
        <PlanUsage subscription={subscription} />
      </section>
      <div className={styles.offers}>
        <PlanOffer plan="free" isPresent={!hasPaidPlan} />
        <PlanOffer plan="pro" isPresent={hasPaidPlan}>
          {hasPaidPlan ? undefined : <GoPro />}
        </PlanOffer>
      </div>
    </>
  );
}

function GoPro() {
  const may = useMay();
  if (!may('subscription.change')) {
    return (
      <p className={styles.faint}>
        <WhyNot act="subscription.change" />
      </p>
    );
  }
  return (
    <LinkButton to="/payment/onboarding" search={{ plan: 'pro' }} isWide>
      <Trans>Go Pro</Trans>
    </LinkButton>
  );
}
