import { Trans, useLingui } from '@lingui/react/macro';
import { ViewTab, ViewTabs } from '#ui/layout/view-tabs.tsx';

/** Tabs: all tasks, my work, changes. */
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
