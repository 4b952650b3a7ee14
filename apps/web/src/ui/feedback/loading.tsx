import { useLingui } from '@lingui/react/macro';
import styles from './feedback.module.css';

/** Shown while the session state is unknown. */
export function LoadingDots() {
  const { t } = useLingui();
  return (
    <div className={styles.dots} role="status" aria-label={t`Loading`}>
      <span />
      <span />
      <span />
    </div>
  );
}

/** A thin progress bar along the top edge, shown while the user waits for a server response. */
export function LoadingBar({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  if (!isLoading) return null;
  return <div className={styles.bar} role="progressbar" aria-label={t`Loading`} />;
}

/** Skeleton rows in the layout of the content. Only for the very first load. */
export function SkeletonRows({ count = 6 }: { count?: number }) {
  const { t } = useLingui();
  return (
    <div className={styles.skeletons} role="status" aria-label={t`Loading`}>
      {Array.from({ length: count }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows have no other identity
        <span key={index} className={styles.skeleton} />
      ))}
    </div>
  );
}
