import type { Subscription } from '@hearth/contracts/billing/billing';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { readCheckout } from '#features/billing/index.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useTeamRole } from '#platform/permissions/rights.ts';
import { auth } from '#platform/session/session.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import { findBanner, URGENT, type BannerKind } from './find-banner.ts';
import styles from './plan.module.css';

const keyOf = (kind: BannerKind, teamId: string): string => `hearth:banner:${kind}:${teamId}`;

/** A one-line banner above the screens with the most important notice about the plan. */
export function PlanBanner() {
  const { t } = useLingui();
  const { teamId, userId } = useTeamStore();
  const isViewOnly = useRow('member', userId)?.isViewOnly === true;
  const subscription = useSelected(auth, (state) => state.subscription);
  const role = useTeamRole();
  const today = useToday();
  const [shownAt] = useState(() => Date.now());
  const [, setPutAway] = useState<BannerKind | null>(null);
  const box = useRef<HTMLElement>(null);
  const kind =
    subscription === null
      ? null
      : findBanner(subscription, {
          role,
          hasCheckout: readCheckout(teamId) !== null,
          now: shownAt,
          isPutAway: (one) => readDay(one, teamId) === today,
        });

  useEffect(() => {
    // Screens that fill the window must leave space for the banner.
    const element = box.current;
    if (kind === null || element === null || typeof ResizeObserver === 'undefined') return undefined;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => style.setProperty('--banner', `${element.offsetHeight}px`));
    watch.observe(element);
    return () => {
      watch.disconnect();
      style.removeProperty('--banner');
    };
  }, [kind]);

  if (kind === null || subscription === null) return null;
  const isUrgent = URGENT.has(kind);
  const BannerIcon = isUrgent ? IconAlertTriangle : IconInfoCircle;
  return (
    <aside ref={box} className={styles.banner} data-urgent={isUrgent || undefined} aria-label={t`Plan`}>
      <BannerIcon size={17} stroke={1.7} aria-hidden="true" />
      <p className={styles.words}>
        <BannerText kind={kind} subscription={subscription} isViewOnly={isViewOnly} />
      </p>
      <PlanLink kind={kind} isOwner={role === 'owner'} />
      {!isUrgent && (
        <IconButton
          label={t`Hide until tomorrow`}
          onClick={() => {
            saveDismissal(kind, teamId, today);
            setPutAway(kind);
          }}
        >
          <IconX size={16} stroke={1.8} />
        </IconButton>
      )}
    </aside>
  );
}

interface BannerTextProps {
  kind: BannerKind;
  subscription: Subscription;
  /** Whether the plan has no seat for the current user. */
  isViewOnly: boolean;
}

function BannerText({ kind, subscription, isViewOnly }: BannerTextProps) {
  const formats = useFormats();
  const { graceUntil, chooseWritersBy, paidUntil } = subscription;
  const formatDate = (moment: string | null) =>
    moment === null ? '' : formats.moment(moment, { dateStyle: 'medium' });
  switch (kind) {
    case 'pastDue':
      return graceUntil === null ? (
        <Trans>The last payment failed. Check the payment method.</Trans>
      ) : (
        <Trans>
          The last payment failed. Pro stays on until {formatDate(graceUntil)} at the latest; check the
          payment method.
        </Trans>
      );
    case 'chooseSeats':
      return (
        <Trans>
          This team is on Trial now, with fewer seats. Choose by {formatDate(chooseWritersBy)} who keeps
          editing.
        </Trans>
      );
    case 'overLimits':
      return isViewOnly ? (
        <Trans>
          This team is on Trial now, without a seat for you. You can read and export everything; on Pro you
          edit again.
        </Trans>
      ) : (
        <Trans>
          This team is on Trial now. Everything stays readable, editable and exportable; new items wait until
          there’s room.
        </Trans>
      );
    case 'authorise':
      return <Trans>The bank has no permission for the next charge. Confirm it to keep Pro.</Trans>;
    case 'checkout':
      return <Trans>A payment for Pro was started and isn’t finished.</Trans>;
    case 'endsSoon':
      return <Trans>Pro ends on {formatDate(paidUntil)}.</Trans>;
  }
}

function PlanLink({ kind, isOwner }: { kind: BannerKind; isOwner: boolean }) {
  const look = { variant: 'default', size: 'small' } as const;
  if (kind === 'overLimits') {
    if (!isOwner) return null;
    return (
      <LinkButton to="/dashboard/upgrade" search={{}} {...look}>
        <Trans>See plans</Trans>
      </LinkButton>
    );
  }
  if (kind === 'authorise' || kind === 'checkout')
    return (
      <LinkButton to="/payment/onboarding" search={{ plan: 'pro' }} {...look}>
        {kind === 'authorise' ? <Trans>Confirm the payment</Trans> : <Trans>Finish the payment</Trans>}
      </LinkButton>
    );
  return (
    <LinkButton to="/dashboard/settings/$section" params={{ section: 'billing' }} search={{}} {...look}>
      {kind === 'chooseSeats' ? <Trans>Choose people</Trans> : <Trans>Open billing</Trans>}
    </LinkButton>
  );
}

function readDay(kind: BannerKind, teamId: string): string | null {
  try {
    return localStorage.getItem(keyOf(kind, teamId));
  } catch {
    return null;
  }
}

function saveDismissal(kind: BannerKind, teamId: string, day: string): void {
  try {
    localStorage.setItem(keyOf(kind, teamId), day);
  } catch {
    // Without storage, a dismissed banner reappears.
  }
}
