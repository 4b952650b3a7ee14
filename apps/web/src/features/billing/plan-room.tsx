import { PLANS, type LimitedResource } from '@hearth/contracts/billing/plans';
import { Trans } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useProblemMessages } from '#platform/texts/error-messages.ts';
import { auth } from '#platform/session/session.ts';
import { teamsState, useCurrentTeam } from '#platform/session/teams.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { AskOwner } from './ask-owner.tsx';
import { rememberBlocked, type BlockedRequest } from './blocked-act.ts';
import { describeRoom } from './plan-features.ts';
import styles from './payment.module.css';
import { useLingui } from '@lingui/react/macro';

export interface PlanRoomProps {
  resource: LimitedResource;
  /** The item being created. Its creation can continue after the payment. Null if nothing is being created. */
  blocked?: BlockedRequest | null;
  /** Explains what the limit means in this context. */
  children?: React.ReactNode;
}

/** Warns that the plan is full before the action fails. Shows what Pro includes and costs, with a link to it. */
export function PlanRoom({ resource, blocked = null, children }: PlanRoomProps) {
  const subscription = useSelected(auth, (state) => state.subscription);
  const isFree = subscription?.plan === 'free';
  return (
    <div role="status">
      <Notice kind="warning">
        <div className={styles.card}>
          <div>
            <LimitText resource={resource} /> {children}
          </div>
          {isFree && <Offer resource={resource} blocked={blocked} />}
        </div>
      </Notice>
    </div>
  );
}

function LimitText({ resource }: { resource: LimitedResource }) {
  const subscription = useSelected(auth, (state) => state.subscription);
  const message = useProblemMessages({
    type: 'about:blank',
    title: '',
    detail: '',
    status: 402,
    code: 'PLAN_LIMIT_REACHED',
    limit: resource,
    max: subscription?.limits[resource] ?? 0,
    used: subscription?.usage[resource] ?? 0,
    plan: subscription?.plan ?? 'free',
  });
  return resource === 'collaborators' ? <Trans>All seats on your plan are taken.</Trans> : message;
}

function Offer({ resource, blocked }: { resource: LimitedResource; blocked: BlockedRequest | null }) {
  const { i18n } = useLingui();
  const router = useRouter();
  const formats = useFormats();
  const team = useCurrentTeam();
  const isOwner = useSelected(teamsState, (state) => state.currentTeamRole === 'owner');
  const gives = i18n._(describeRoom(resource, PLANS.pro.limits[resource]));
  const price = formats.rupees(PLANS.pro.pricePerMonth);

  function goPro(): void {
    if (blocked !== null) rememberBlocked(resource, blocked);
    void router.navigate({ to: '/payment/onboarding', search: { plan: 'pro' } });
  }

  return (
    <>
      <p className={styles.faint}>
        <Trans>
          Pro: {gives}, {price} per team per month.
        </Trans>
      </p>
      <div className={styles.cardActs}>
        {isOwner ? (
          <Button size="small" onClick={goPro}>
            <Trans>Go Pro</Trans>
          </Button>
        ) : (
          team !== undefined && <AskOwner teamId={team._id} size="small" variant="default" />
        )}
        <LinkButton
          to="/dashboard/upgrade"
          search={{}}
          variant="subtle"
          size="small"
          onClick={() => blocked !== null && rememberBlocked(resource, blocked)}
        >
          <Trans>See plans</Trans>
        </LinkButton>
      </div>
    </>
  );
}
