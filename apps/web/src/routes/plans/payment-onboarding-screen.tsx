import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PlanOffer } from '#features/billing/index.ts';
import { CreateTeamForm } from '#features/teams/index.ts';
import { findPlan } from '#platform/session/plan.ts';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import {
  acceptTeam,
  loadTeamContext,
  loadTeams,
  recallTeams,
  switchTeam,
  teamsState,
} from '#platform/session/teams.ts';
import { useTitle } from '#platform/page/use-title.ts';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { CenteredPage } from '#ui/layout/centered-page.tsx';
import { LoadingDots } from '#ui/feedback/loading.tsx';
import { Button } from '#ui/buttons/button.tsx';
import screenStyles from '#routes/frame/screens.module.css';
import { PayScreen } from './pay-screen.tsx';
import styles from './plans.module.css';

/** Onboarding between a pricing card and a plan. Offers a single choice and has no navbar. */
export function PaymentOnboardingScreen() {
  const { t } = useLingui();
  useTitle(t`Choose a plan`);
  const search = useSearch({ from: '/payment/onboarding' });
  const plan = findPlan(typeof search.plan === 'string' ? search.plan : undefined);
  const isSignedIn = useSelected(auth, (state) => state.user !== null);
  if (plan === undefined) return <Comparison />;
  if (!isSignedIn) return <SignedOutOnboarding plan={plan} />;
  return <WithTeams>{plan === 'free' ? <StartTrial /> : <StartPro />}</WithTeams>;
}

/** Shown if the URL specifies no known plan. Compares both plans. */
function Comparison() {
  const { t } = useLingui();
  return (
    <CenteredPage title={t`Choose a plan`} lead={t`Start on Trial and switch whenever you like.`} isWide>
      <div className={styles.offers}>
        <PlanOffer plan="free">
          <LinkButton to="/payment/onboarding" search={{ plan: 'trial' }} variant="default" isWide>
            <Trans>Start on Trial</Trans>
          </LinkButton>
        </PlanOffer>
        <PlanOffer plan="pro">
          <LinkButton to="/payment/onboarding" search={{ plan: 'pro' }} isWide>
            <Trans>Go Pro</Trans>
          </LinkButton>
        </PlanOffer>
      </div>
    </CenteredPage>
  );
}

/** For signed-out visitors: the features of the plan and a sign-in that returns to this page. */
function SignedOutOnboarding({ plan }: { plan: 'free' | 'pro' }) {
  const { t } = useLingui();
  const isPro = plan === 'pro';
  const [word, other] = isPro ? ['pro', 'trial'] : ['trial', 'pro'];
  return (
    <CenteredPage
      title={isPro ? t`Start with Pro` : t`Start with Trial`}
      lead={
        isPro
          ? t`Sign in first. Then you choose the team and pay.`
          : t`Free, no card needed. Sign in, name your team and start.`
      }
    >
      <PlanOffer plan={plan}>
        <div className={styles.ways}>
          <LinkButton to="/signin" search={{ next: `/payment/onboarding?plan=${word}` }} size="large" isWide>
            <Trans>Sign in with Google</Trans>
          </LinkButton>
          <LinkButton to="/payment/onboarding" search={{ plan: other }} variant="subtle" isWide>
            {isPro ? <Trans>See Trial</Trans> : <Trans>See Pro</Trans>}
          </LinkButton>
        </div>
      </PlanOffer>
    </CenteredPage>
  );
}

/** Loads the teams of users who did not come through the dashboard. */
function WithTeams({ children }: { children: React.ReactNode }) {
  const { t } = useLingui();
  const isLoaded = useSelected(teamsState, (state) => state.isLoaded);
  const [hasFailed, setHasFailed] = useState(false);
  const load = () => {
    setHasFailed(false);
    loadTeams().catch(() => setHasFailed(true));
  };
  useEffect(() => {
    // The list may be cached, but the plan and role must be current.
    if (!teamsState.get().isLoaded) {
      if (recallTeams()) void loadTeams().catch(() => undefined);
      else loadTeams().catch(() => setHasFailed(true));
    }
  }, []);
  useEffect(() => {
    if (isLoaded) void loadTeamContext();
  }, [isLoaded]);
  if (hasFailed && !isLoaded)
    return (
      <CenteredPage title={t`The server cannot be reached`} lead={t`Please check your connection.`}>
        <Button size="large" isWide onClick={load}>
          <Trans>Try again</Trans>
        </Button>
      </CenteredPage>
    );
  return isLoaded ? children : <LoadingDots />;
}

/** Creates the team and continues to home because Trial has no further requirements. */
function StartTrial() {
  const { t } = useLingui();
  const router = useRouter();
  const hasTeams = useSelected(teamsState, (state) => state.teams.length > 0);
  return (
    <CenteredPage title={t`Start with Trial`} lead={t`Free, no card needed: every new team starts on Trial.`}>
      <CreateTeamForm
        onCreated={async (team) => {
          void switchTeam(acceptTeam(team));
          await router.navigate({ to: '/dashboard' });
        }}
      >
        {hasTeams && (
          <Link to="/dashboard" className={screenStyles.quietLink}>
            <Trans>Back to the dashboard</Trans>
          </Link>
        )}
      </CreateTeamForm>
    </CenteredPage>
  );
}

function StartPro() {
  const { t } = useLingui();
  const hasTeams = useSelected(teamsState, (state) => state.teams.length > 0);
  if (hasTeams) return <PayScreen />;
  return (
    <CenteredPage title={t`Start with Pro`} lead={t`Pro belongs to a team. Name yours; next you pay.`}>
      <CreateTeamForm
        onCreated={async (team) => {
          await switchTeam(acceptTeam(team));
        }}
      />
    </CenteredPage>
  );
}
