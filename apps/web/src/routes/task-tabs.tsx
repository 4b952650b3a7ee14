import { Trans, useLingui } from '@lingui/react/macro';
import { ViewTab, ViewTabs } from '#ui/view-tabs.tsx';

/** The team's tasks and one's own work. */
export function TaskTabs({ shown }: { shown: 'all' | 'mine' | null }) {
  const { t } = useLingui();
  return (
    <ViewTabs label={t`View`}>
      <ViewTab to="/dashboard/tasks" search={{}} isShown={shown === 'all'}>
        <Trans>All</Trans>
      </ViewTab>
      <ViewTab to="/dashboard/tasks/mine" search={{}} isShown={shown === 'mine'}>
        <Trans>My work</Trans>
      </ViewTab>
    </ViewTabs>
  );
}
