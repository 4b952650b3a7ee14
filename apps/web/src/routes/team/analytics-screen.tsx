import { Trans, useLingui } from '@lingui/react/macro';
import { IconFlag, IconNews } from '@tabler/icons-react';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { AnalyticsPage, AnalyticsPreview, type AnalyticsChoice } from '#features/analytics/index.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { isPaid } from '#platform/session/plan.ts';
import { auth } from '#platform/session/session.ts';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';
import { Page } from '#shell/page/page.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';

/** Flow metrics of the team. The free plan shows a single figure. */
export function AnalyticsScreen() {
  const { t } = useLingui();
  const plan = useSelected(auth, (state) => state.subscription?.plan);
  if (plan !== undefined && isPaid(plan)) return <PaidAnalytics />;
  return <Page title={t`Analytics`}>{plan === undefined ? <SkeletonRows /> : <AnalyticsPreview />}</Page>;
}

function PaidAnalytics() {
  const { t } = useLingui();
  const router = useRouter();
  const search = useSearch({ from: '/dashboard/analytics' });
  const panel = useTaskPanel();
  const [hasNotesOpen, setHasNotesOpen] = useState(false);
  const choice: AnalyticsChoice = { ...search, period: search.period ?? '12w' };
  const change = (part: Partial<AnalyticsChoice>): void => {
    const next = { ...search, ...part };
    // Dates apply to a custom period only.
    if (next.period !== 'custom') Object.assign(next, { from: undefined, to: undefined });
    void router.navigate({ to: '/dashboard/analytics', search: next, replace: true, resetScroll: false });
  };
  const isReport = choice.report === true;
  return (
    <Page
      title={isReport ? t`Weekly report` : t`Analytics`}
      actions={
        <>
          <Button
            variant="default"
            size="small"
            icon={isReport ? undefined : <IconNews size={16} stroke={1.7} />}
            onClick={() => change({ report: isReport ? undefined : true })}
          >
            {isReport ? <Trans>All charts</Trans> : <Trans>Weekly report</Trans>}
          </Button>
          <IconButton label={t`Notes in the charts`} onClick={() => setHasNotesOpen(true)}>
            <IconFlag size={18} stroke={1.7} />
          </IconButton>
        </>
      }
    >
      <AnalyticsPage
        choice={choice}
        onChange={change}
        links={{ open: panel.open, hrefOf: panel.hrefOf }}
        hasNotesOpen={hasNotesOpen}
        onCloseNotes={() => setHasNotesOpen(false)}
      />
    </Page>
  );
}
