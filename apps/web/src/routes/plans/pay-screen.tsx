import type { CheckoutProof, Subscription } from '@hearth/contracts/billing/billing';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  AskOwner,
  confirmCheckout,
  forgetCheckout,
  isSettled,
  Paid,
  PayForm,
  PlanOffer,
  readAnyCheckout,
  readBlocked,
  readCheckout,
  readProof,
  WaitingForBank,
  type Checkout,
} from '#features/billing/index.ts';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import {
  getCurrentTeam,
  loadTeamContext,
  switchTeam,
  teamsState,
  useCurrentTeam,
} from '#platform/session/teams.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { CenteredPage } from '#ui/layout/centered-page.tsx';
import { LoadingDots } from '#ui/feedback/loading.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import styles from './plans.module.css';

/** Stage of the upgrade to Pro. */
type Stage =
  | { is: 'form' }
  | { is: 'confirming'; proof: CheckoutProof }
  | { is: 'waiting'; checkout: Checkout; hasProof: boolean }
  | { is: 'paid'; teamId: string; subscription: Subscription };

/** A reload while the bank is processing the payment resumes at that stage. */
function findStage(): Stage {
  const checkout = readCheckout(getCurrentTeam()?._id);
  return checkout === null ? { is: 'form' } : { is: 'waiting', checkout, hasProof: false };
}

/** Payment for Pro: form, gateway, bank, and return to the blocked action. */
export function PayScreen() {
  const router = useRouter();
  const search = useSearch({ from: '/payment/onboarding' });
  const team = useCurrentTeam();
  const user = useSelected(auth, (state) => state.user);
  const [stage, setStage] = useState<Stage>(findStage);
  const proof = readProof(search);
  const [takenId, setTakenId] = useState<string | null>(null);
  if (proof !== null && proof.razorpay_payment_id !== takenId) {
    setTakenId(proof.razorpay_payment_id);
    setStage({ is: 'confirming', proof });
  }

  const settle = useEffectEvent((next: Stage) => setStage(next));
  useEffect(() => {
    if (stage.is !== 'confirming') return;
    // The proof can be used only once, so a reload must not submit it again.
    const forget = () =>
      void router.navigate({ to: '/payment/onboarding', search: { plan: 'pro' }, replace: true });
    void submitProof(stage.proof, forget).then((next) => settle(next));
  }, [stage, router]);

  if (team === undefined || user === null || stage.is === 'confirming') return <LoadingDots />;
  if (stage.is === 'paid') {
    const { teamId, subscription } = stage;
    return (
      <Paid
        teamId={teamId}
        subscription={subscription}
        email={user.email}
        blocked={readBlocked(teamId, user.id)}
        onGo={(path) => void router.navigate({ href: path })}
      />
    );
  }
  if (stage.is === 'waiting') {
    return (
      <WaitingForBank
        checkout={stage.checkout}
        hasProof={stage.hasProof}
        onPaid={(subscription) => {
          forgetCheckout();
          setStage({ is: 'paid', teamId: stage.checkout.teamId, subscription });
        }}
        onAgain={() => {
          forgetCheckout();
          setStage({ is: 'form' });
        }}
      >
        <LinkButton to="/dashboard" variant="subtle" isWide>
          <Trans>Go to the dashboard</Trans>
        </LinkButton>
      </WaitingForBank>
    );
  }
  return (
    <Start
      key={team._id}
      teamId={team._id}
      teamName={team.name}
      email={user.email}
      onLeave={() => {
        const checkout = readCheckout(team._id);
        // Shown after Back from the gateway, which restores the page from the back/forward cache.
        if (checkout !== null) setStage({ is: 'waiting', checkout, hasProof: false });
      }}
    />
  );
}

/**
 * Submits the payment proof to the server.
 * @returns the next stage
 */
async function submitProof(proof: CheckoutProof, forget: () => void): Promise<Stage> {
  const { checkout, teamId } = await findTeamOf(proof);
  forget();
  try {
    const subscription = await trackLoading(confirmCheckout(teamId, proof));
    if (isSettled(subscription)) {
      forgetCheckout();
      return { is: 'paid', teamId, subscription };
    }
  } catch (error) {
    // If the proof is lost or rejected, poll the gateway. The gateway is the source of truth.
    showError(explainError(error));
  }
  return { is: 'waiting', checkout, hasProof: true };
}

/** Returns the team that the payment is for. It becomes the current team. */
async function findTeamOf(proof: CheckoutProof): Promise<{ teamId: string; checkout: Checkout }> {
  const subscriptionId = proof.razorpay_subscription_id;
  const known = readAnyCheckout();
  const isKnown = known?.subscriptionId === subscriptionId;
  const teamId = isKnown ? known.teamId : (getCurrentTeam()?._id ?? '');
  const { teams } = teamsState.get();
  const index = teams.findIndex(({ _id }) => _id === teamId);
  if (index >= 0 && getCurrentTeam()?._id !== teamId) await switchTeam(index);
  return { teamId, checkout: isKnown ? known : { teamId, subscriptionId, startedAt: Date.now() } };
}

interface StartProps {
  teamId: string;
  teamName: string;
  email: string;
  onLeave: () => void;
}

/** The first stage. It depends on the team's plan and the user's role. */
function Start({ teamId, teamName, email, onLeave }: StartProps) {
  const { t } = useLingui();
  const subscription = useSelected(auth, (state) => state.subscription);
  const role = useSelected(teamsState, (state) => state.currentTeamRole);
  const isOwner = role === 'owner';
  const isDone = subscription !== null && isSettled(subscription);
  const keepsPro = isOwner && !isDone && subscription?.plan === 'pro';
  const backLink = (
    <LinkButton to="/dashboard" variant="subtle" isWide>
      <Trans>Back to the dashboard</Trans>
    </LinkButton>
  );
  return (
    <CenteredPage
      title={keepsPro ? t`Keep Pro` : t`Start with Pro`}
      lead={isOwner || role === null || isDone ? undefined : t`Only owners can change the plan.`}
      isWide
    >
      {isOwner && !isDone && subscription !== null ? (
        <PayForm
          teamId={teamId}
          teamName={teamName}
          subscription={subscription}
          email={email}
          onLeave={onLeave}
          foot={backLink}
        >
          <TeamChoice teamName={teamName} />
        </PayForm>
      ) : (
        <div className={styles.page}>
          <div className={styles.main}>
            <TeamChoice teamName={teamName} />
            {subscription === null || role === null ? (
              <Unknown />
            ) : isDone ? (
              <Already teamName={teamName} mayOpen={isOwner || role === 'admin'} />
            ) : (
              <AskOwner teamId={teamId} size="large" isWide />
            )}
            {!isDone && backLink}
          </div>
          <div className={styles.side}>
            <PlanOffer plan="pro" isPresent={isDone} />
          </div>
        </div>
      )}
    </CenteredPage>
  );
}

/** Shown while the plan and role are unknown. They usually load immediately or not at all, so a retry is offered after a delay. */
function Unknown() {
  const [wasSlow, setWasSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWasSlow(true), 4_000);
    return () => clearTimeout(timer);
  }, []);
  if (!wasSlow) return <LoadingDots />;
  return (
    <Button variant="default" size="large" isWide onClick={() => void loadTeamContext()}>
      <Trans>Try again</Trans>
    </Button>
  );
}

function Already({ teamName, mayOpen }: { teamName: string; mayOpen: boolean }) {
  return (
    <>
      <p>
        <Trans>{teamName} is on Pro already. There’s nothing to pay.</Trans>
      </p>
      {mayOpen ? (
        <LinkButton to="/dashboard/settings/$section" params={{ section: 'billing' }} size="large" isWide>
          <Trans>Open billing</Trans>
        </LinkButton>
      ) : (
        <LinkButton to="/dashboard" size="large" isWide>
          <Trans>Go to the dashboard</Trans>
        </LinkButton>
      )}
    </>
  );
}

/** The team that the payment is for. */
function TeamChoice({ teamName }: { teamName: string }) {
  const { t } = useLingui();
  const teams = useSelected(teamsState, (state) => state.teams);
  const team = useCurrentTeam();
  return (
    <div className={styles.team}>
      <span className={styles.teamWord}>
        <Trans>Team</Trans>
      </span>
      {teams.length < 2 ? (
        <span className={styles.teamName}>{teamName}</span>
      ) : (
        <Picker
          label={t`Team`}
          isFramed
          selected={[team?._id ?? '']}
          options={teams.map(({ _id, name }) => ({ value: _id, label: name }))}
          onPick={(id) => void switchTeam(teams.findIndex(({ _id }) => _id === id))}
        >
          {teamName}
        </Picker>
      )}
    </div>
  );
}
