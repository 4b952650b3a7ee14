import { Trans, useLingui } from '@lingui/react/macro';
import { IconChecklist } from '@tabler/icons-react';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { NewTaskButton, placePersonal, TaskList, useMyWork, useMyWorkGroups } from '#features/tasks/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { Page } from '#shell/page/page.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { TaskTabs } from './task-tabs.tsx';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';

const nameOfGroup = (key: string) => key;

/** A user's tasks across all projects: by day, by blockers and dependents, or in their own order. */
export function MyWorkScreen() {
  const { t } = useLingui();
  const store = useTeamStore();
  const work = useMyWork();
  const panel = useTaskPanel();
  return (
    <Page title={t`Tasks`} layout="fill" actions={<NewTaskButton />} tabs={<TaskTabs shown="mine" />}>
      <TaskList
        view={work}
        groups={useMyWorkGroups()}
        slotOf={nameOfGroup}
        query={{}}
        since={undefined}
        onOpen={panel.open}
        hrefOf={panel.hrefOf}
        onReorder={(taskId, others, index) => {
          const command = placePersonal(store, taskId, others, index);
          if (command !== null) store.mutate(command);
        }}
        empty={
          <EmptyState
            icon={<IconChecklist size={24} stroke={1.6} />}
            title={t`You’re all caught up`}
            action={
              <LinkButton variant="default" to="/dashboard/tasks" search={{ filter: 'assignee:none' }}>
                <Trans>Find unassigned work</Trans>
              </LinkButton>
            }
          >
            <Trans>
              Tasks assigned to you will appear here by date, along with what others are waiting for.
            </Trans>
          </EmptyState>
        }
      />
    </Page>
  );
}
