import { PLANS, type Plan } from '@hearth/contracts/plans';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CenteredPage } from '#ui/centered-page.tsx';
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
    return t`The payment will be made here, safely and in a minute. It is not open yet: until then a team works on Trial, and nothing is charged.`;
  }
  return isSignedIn
    ? t`Nothing to pay and no card needed: a new team is on Trial from its first minute.`
    : t`Nothing to pay and no card needed. Sign in, name your team, and begin.`;
}
