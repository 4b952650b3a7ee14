import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { auth } from '#platform/session.ts';
import { useSelected } from '#platform/state.ts';
import { refreshSubscription } from '#platform/subscription.ts';
import styles from './members.module.css';

/** How many of the plan's seats are taken, and the way to more. It reads the number again when it is mounted. */
export function Seats() {
  const { t } = useLingui();
  const subscription = useSelected(auth, (state) => state.subscription);
  useEffect(() => void refreshSubscription(), []);
  if (subscription === null) return null;
  const used = subscription.usage.collaborators ?? 0;
  const max = subscription.limits.collaborators;
  if (max === null) return null;
  const isFull = used >= max;
  const text = t`${used} of ${max} seats taken`;
  return (
    <div className={styles.seats}>
      <span className={styles.seatWords}>{text}</span>
      <div
        role="meter"
        aria-label={t`Seats`}
        aria-valuenow={used}
        aria-valuemin={0}
        aria-valuemax={Math.max(max, used)}
        aria-valuetext={text}
        className={styles.seatBar}
        data-full={isFull || undefined}
      >
        <div
          className={styles.seatFill}
          style={{ inlineSize: `${Math.min(1, used / Math.max(1, max)) * 100}%` }}
        />
      </div>
      <Link to="/dashboard/upgrade" search={{}} className={styles.plans}>
        <Trans>See plans</Trans>
      </Link>
    </div>
  );
}
