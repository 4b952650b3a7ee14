import type { Plan } from '@hearth/contracts/billing/plans';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { PaymentOnboarding } from '#features/billing/index.ts';
import { findPlan } from '#platform/session/plan.ts';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useTitle } from '#platform/page/use-title.ts';
import { LinkButton } from '#ui/buttons/link-button.tsx';

/** Between a pricing card and a plan: no navbar, one question. */
export function PaymentOnboardingScreen() {
  const { t } = useLingui();
  useTitle(t`Choose a plan`);
  const search = useSearch({ from: '/payment/onboarding' });
  const plan: Plan = findPlan(search.plan) ?? 'free';
  const isSignedIn = useSelected(auth, (state) => state.user !== null);
  return (
    <PaymentOnboarding plan={plan} isSignedIn={isSignedIn}>
      {isSignedIn ? (
        <LinkButton to="/dashboard" size="large" isWide>
          <Trans>Go to the dashboard</Trans>
        </LinkButton>
      ) : (
        <LinkButton to="/signin" size="large" isWide>
          {plan === 'pro' ? <Trans>Start on Trial</Trans> : <Trans>Sign in with Google</Trans>}
        </LinkButton>
      )}
      <OtherPlan plan={plan} />
    </PaymentOnboarding>
  );
}

function OtherPlan({ plan }: { plan: Plan }) {
  return (
    <LinkButton
      to="/payment/onboarding"
      search={{ plan: plan === 'pro' ? 'trial' : 'pro' }}
      variant="subtle"
      isWide
    >
      {plan === 'pro' ? <Trans>See Trial</Trans> : <Trans>See Pro</Trans>}
    </LinkButton>
  );
}
