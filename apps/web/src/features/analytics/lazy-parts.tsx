import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { useHasPaidPlan } from '#platform/session/subscription.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';
import type { AnalyticsPageProps } from './analytics-page.tsx';
import type { PieceOutlookProps } from './piece-outlook.tsx';
import styles from './waiting.module.css';

const Page = lazyComponent(async () => (await import('./analytics-page.tsx')).AnalyticsPage);
const Preview = lazyComponent(async () => (await import('./analytics-preview.tsx')).AnalyticsPreview);
const Outlook = lazyComponent(async () => (await import('./piece-outlook.tsx')).PieceOutlook);

export function AnalyticsPage(props: AnalyticsPageProps) {
  return (
    <Suspense fallback={<Waiting />}>
      <Page {...props} />
    </Suspense>
  );
}

export function AnalyticsPreview() {
  return (
    <Suspense fallback={<Waiting />}>
      <Preview />
    </Suspense>
  );
}

/** Rendered only on paid plans, for members who may read analytics, and never in a historical snapshot. */
export function PieceOutlook(piece: PieceOutlookProps) {
  const isPast = useTeamStore().at !== null;
  const isShown = useHasPaidPlan() && !isPast;
  const mayRead = useMay()('analytics.read');
  if (!isShown || !mayRead) return null;
  return (
    <div className={styles.outlook}>
      <Suspense fallback={<Waiting />}>
        <Outlook {...piece} />
      </Suspense>
    </div>
  );
}

function Waiting() {
  const { t } = useLingui();
  return <div className={styles.waiting} role="status" aria-label={t`Loading`} />;
}
