import type { Subscription } from '@hearth/contracts/billing/billing';
import { hasRole } from '@hearth/contracts/permissions/permissions';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import {
  AskOwner,
  PlanOffer,
  PlanSentence,
  PlanUsage,
  readCheckout,
  readOwnBlocked,
} from '#features/billing/index.ts';
import { isPaid, namePlan } from '#platform/session/plan.ts';
import { useMay, useTeamRole } from '#platform/permissions/rights.ts';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { refreshSubscription } from '#platform/session/subscription.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { Page } from '#shell/page/page.tsx';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import styles from './plans.module.css';

/** The team's plan and usage, and the features of both plans. */
export function UpgradeScreen() {
  const { t } = useLingui();
  const subscription = useSelected(auth, (state) => state.subscription);
  useEffect(() => {
    // Usage changes with every task, so refetch the figures.
    void refreshSubscription();
  }, []);
  return (
    <Page title={t`Upgrade`}>
      {subscription === null ? <SkeletonRows /> : <Plans subscription={subscription} />}
    </Page>
  );
}

function Plans({ subscription }: { subscription: Subscription }) {
  const { teamId } = useTeamStore();
  const teamName = useRow('team', teamId)?.name ?? '';
  const planName = namePlan(subscription.plan);
  const hasPaidPlan = isPaid(subscription.plan);
  // Guests see only the work that was shared with them, so they don't get the totals of the team.
  const isGuest = !hasRole(useTeamRole(), 'member');
  const usage = isGuest ? undefined : subscription.usage;
  return (
    <>
      {!hasPaidPlan && <Blocked />}
      <section className={styles.present} aria-labelledby="present-plan">
        <h2 id="present-plan" className={styles.heading}>
          <Trans>
            {teamName} is on {planName}
          </Trans>
        </h2>
        <p className={styles.faint}>
          <PlanSentence subscription={subscription} />
        </p>
        {!isGuest && <PlanUsage subscription={subscription} />}
      </section>
      <div className={styles.offers}>
        <PlanOffer plan="free" usage={usage} isPresent={!hasPaidPlan} />
        <PlanOffer plan="pro" usage={usage} isPresent={hasPaidPlan}>
          <NextStep subscription={subscription} />
        </PlanOffer>
      </div>
    </>
  );
}

/** Names the action that the plan limit blocked and explains that it is not lost. */
function Blocked() {
  const blocked = readOwnBlocked();
  if (blocked === null) return null;
  const { kind, name } = blocked;
  return (
    <div className={styles.blocked}>
      <Notice>
        {kind === 'invite' ? (
          <Trans>The invite for {name} is kept. Once Pro is on, you can send it with one press.</Trans>
        ) : name === '' ? (
          <Trans>Your new document is kept. Once Pro is on, you can create it with one press.</Trans>
        ) : (
          <Trans>“{name}” is kept. Once Pro is on, you can create it with one press.</Trans>
        )}
      </Notice>
    </div>
  );
}

/** The only action available in the subscription's state. */
function NextStep({ subscription }: { subscription: Subscription }) {
  const { teamId } = useTeamStore();
  const may = useMay();
  const { plan, status, cancelAtPeriodEnd, needsAuthorisation } = subscription;
  const isPro = plan === 'pro';
  if (!may('subscription.change')) {
    if (isPro) return undefined;
    return (
      <div className={styles.ways}>
        {may('subscription.ask') && <AskOwner teamId={teamId} isWide />}
        <p className={styles.faint}>
          <WhyNot act="subscription.change" />
        </p>
      </div>
    );
  }
  if (isPro && !needsAuthorisation) {
    return (
      <LinkButton
        to="/dashboard/settings/$section"
        params={{ section: 'billing' }}
        search={{}}
        variant="default"
        isWide
      >
        {status === 'past_due' ? (
          <Trans>Fix the payment</Trans>
        ) : cancelAtPeriodEnd ? (
          <Trans>Keep Pro</Trans>
        ) : (
          <Trans>Manage billing</Trans>
        )}
      </LinkButton>
    );
  }
  const isWaiting = status === 'pending' || readCheckout(teamId) !== null;
  return (
    <LinkButton to="/payment/onboarding" search={{ plan: 'pro' }} isWide>
      {needsAuthorisation ? (
        <Trans>Confirm the payment</Trans>
      ) : isWaiting ? (
        <Trans>Finish the payment</Trans>
      ) : status === 'halted' ? (
        <Trans>Turn Pro back on</Trans>
      ) : (
        <Trans>Go Pro</Trans>
      )}
    </LinkButton>
  );
}
