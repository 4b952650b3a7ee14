import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { refreshSubscription } from '#platform/session/subscription.ts';
import styles from './seats.module.css';

interface SeatCount {
  used: number;
  max: number;
  isFull: boolean;
}

/** Returns occupied seats and their limit. Returns null if unknown or unlimited. */
export function useSeats(): SeatCount | null {
  const subscription = useSelected(auth, (state) => state.subscription);
  const max = subscription?.limits.collaborators ?? null;
  if (subscription === null || max === null) return null;
  const used = subscription.usage.collaborators ?? 0;
  return { used, max, isFull: used >= max };
}

/** A bar of occupied seats, with a link to get more. Refetches the number on mount. */
export function Seats() {
  const { t } = useLingui();
  useEffect(() => void refreshSubscription(), []);
  const seats = useSeats();
  if (seats === null) return null;
  const { used, max, isFull } = seats;
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
