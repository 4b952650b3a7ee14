import { PLANS, type Plan } from '@hearth/contracts/billing/plans';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CenteredPage } from '#ui/layout/centered-page.tsx';
import { PlanOffer } from './plan-offer.tsx';
import styles from './billing.module.css';

interface PaymentOnboardingProps {
  plan: Plan;
  isSignedIn: boolean;
  /** The ways on from here. */
  children: ReactNode;
}

/** What the chosen plan costs and gives, and what happens next. */
export function PaymentOnboarding({ plan, isSignedIn, children }: PaymentOnboardingProps) {
  const { t } = useLingui();
  const name = PLANS[plan].shownAs;
  return (
    <CenteredPage title={t`Start with ${name}`} lead={<Lead plan={plan} isSignedIn={isSignedIn} />}>
      <PlanOffer plan={plan}>
        <div className={styles.ways}>{children}</div>
      </PlanOffer>
    </CenteredPage>
  );
}

function Lead({ plan, isSignedIn }: { plan: Plan; isSignedIn: boolean }) {
  const { t } = useLingui();
  if (plan === 'pro') {
    return t`Payments aren’t open yet. Until then your team stays on Trial and nothing is charged.`;
  }
  return isSignedIn
    ? t`Free, no card needed: every new team starts on Trial.`
    : t`Free, no card needed. Sign in, name your team and start.`;
}
