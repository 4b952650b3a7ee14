import { Trans, useLingui } from '@lingui/react/macro';
import { IconChecklist } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { NewTaskButton, TaskList, useStatuses, useTeamTasks } from '#features/tasks/index.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { Page } from '#shell/page.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ViewTab, ViewTabs } from '#ui/view-tabs.tsx';
import { useTaskPanel } from './use-task-panel.ts';

const byStatusId = (statusId: string) => statusId;

/** Every task of the team, or one's own, by status. */
export function TasksScreen() {
  const { t } = useLingui();
  const { userId, teamId } = useTeamStore();
  const createdAt = useRow('team', teamId)?.createdAt;
  const { mine } = useSearch({ from: '/dashboard/tasks' });
  const view = useTeamTasks(mine === true ? userId : null);
  const statuses = useStatuses();
  const panel = useTaskPanel();
  return (
    <Page
      title={t`Tasks`}
      layout="fill"
      actions={<NewTaskButton />}
      tabs={
        <ViewTabs label={t`View`}>
          <ViewTab to="/dashboard/tasks" search={{}} isShown={mine !== true}>
            <Trans>All</Trans>
          </ViewTab>
          <ViewTab to="/dashboard/tasks" search={{ mine: true }} isShown={mine === true}>
            <Trans>Mine</Trans>
          </ViewTab>
        </ViewTabs>
      }
    >
      <TaskList
        view={view}
        statuses={statuses}
        groupOf={byStatusId}
        query={mine === true ? { assigneeId: userId } : {}}
        since={createdAt}
        onOpen={panel.open}
        hrefOf={panel.hrefOf}
        empty={
          <EmptyState icon={<IconChecklist size={24} stroke={1.6} />} title={t`No task here`}>
            {mine === true
              ? t`What is assigned to you stands here, the next due first.`
              : t`What needs doing stands here, by status and the next due first.`}
          </EmptyState>
        }
      />
    </Page>
  );
}
