import { Trans, useLingui } from '@lingui/react/macro';
import { ViewTab, ViewTabs } from '#ui/layout/view-tabs.tsx';

/** The team's tasks, one's own work, and what became of it. */
export function TaskTabs({ shown }: { shown: 'all' | 'mine' | 'changes' | null }) {
  const { t } = useLingui();
  return (
    <ViewTabs label={t`View`}>
      <ViewTab to="/dashboard/tasks" search={{}} isShown={shown === 'all'}>
        <Trans>All</Trans>
      </ViewTab>
      <ViewTab to="/dashboard/tasks/mine" search={{}} isShown={shown === 'mine'}>
        <Trans>My work</Trans>
      </ViewTab>
      <ViewTab to="/dashboard/tasks/changes" search={{}} isShown={shown === 'changes'}>
        <Trans>What changed</Trans>
      </ViewTab>
    </ViewTabs>
  );
}
