import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconCopy, IconInbox, IconX, IconZzz } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useAction, type Action } from '#platform/actions/actions.ts';
import { useGroup, useRow, useView, type ViewSpec } from '#platform/sync/index.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useToday } from '#ui/format/use-today.ts';
import { Timestamp } from '#ui/format/timestamp.tsx';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { TaskList } from '#features/tasks/list/task-list.tsx';
import { isTaken } from '#features/tasks/model/tasks.data.ts';
import { readTargets } from '#features/tasks/model/selection.ts';
import { snoozeTask } from '#features/tasks/model/tasks.actions.ts';
import { acceptTask, declineAsDuplicate, declineTask } from '#features/tasks/model/triage.actions.ts';
import { compareWaiting, isPutOff } from '#features/tasks/model/triage-waits.ts';
import { useTriageActs, type TriageActs } from './use-triage-acts.tsx';
import styles from './triage.module.css';

const nameOfGroup = (key: string) => key;
const leaveThem = () => undefined;

interface TriageListProps {
  projectId: string;
  canEdit: boolean;
  onOpen: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
}

/** Lists the tasks in triage of a project, oldest first, with actions on each task. */
export function TriageList({ projectId, canEdit, onOpen, hrefOf }: TriageListProps) {
  const { t } = useLingui();
  const today = useToday();
  const [isSnoozedShown, setIsSnoozedShown] = useState(false);
  const spec = useMemo(
    (): ViewSpec<'task'> => ({
      entity: 'task',
      filter: (task) => task.projectId === projectId && !isTaken(task),
      group: (task) => (isPutOff(task, today) ? 'snoozed' : ''),
      compare: compareWaiting,
    }),
    [projectId, today],
  );
  const view = useView(spec);
  const snoozed = useGroup(view, 'snoozed').length;
  const { act, dialogs } = useTriageActs(leaveThem);
  useAction(acceptTask, () => act('accept', readTargets()), canEdit);
  useAction(declineAsDuplicate, () => act('duplicate', readTargets()), canEdit);
  useAction(declineTask, () => act('decline', readTargets()), canEdit);
  useAction(snoozeTask, () => act('snooze', readTargets()), canEdit);
  const groups = useMemo((): readonly TaskGroup[] => {
    const now: TaskGroup = { key: '', name: '', icon: null, enter: null };
    const later: TaskGroup = {
      key: 'snoozed',
      name: t`Snoozed`,
      icon: <IconZzz size={16} stroke={1.6} aria-hidden="true" />,
      enter: null,
    };
    return isSnoozedShown ? [now, later] : [now];
  }, [isSnoozedShown, t]);
  return (
    <div className={styles.screen}>
      <div className={styles.list}>
        <TaskList
          view={view}
          groups={groups}
          slotOf={nameOfGroup}
          query={{ projectId }}
          since={undefined}
          onOpen={onOpen}
          hrefOf={hrefOf}
          renderAside={(taskId) => <LineActs taskId={taskId} canEdit={canEdit} act={act} />}
          empty={
            <EmptyState icon={<IconInbox size={24} stroke={1.6} />} title={t`Triage is empty`}>
              <Trans>Guest submissions and tasks sent to triage appear here for approval.</Trans>
            </EmptyState>
          }
        />
      </div>
      {snoozed > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isSnoozedShown}
          onClick={() => setIsSnoozedShown(!isSnoozedShown)}
        >
          {isSnoozedShown ? (
            <Trans>Hide snoozed</Trans>
          ) : (
            <Plural value={snoozed} one="Show # snoozed" other="Show # snoozed" />
          )}
        </button>
      )}
      {dialogs}
    </div>
  );
}

interface LineActsProps {
  taskId: string;
  canEdit: boolean;
  act: TriageActs['act'];
}

/** Shows since when a task has been in triage. On hover or focus, shows the actions on it. */
function LineActs({ taskId, canEdit, act }: LineActsProps) {
  const { t } = useLingui();
  const task = useRow('task', taskId);
  const own = [taskId];
  const button = (label: string, shortcut: Action, run: () => void, icon: React.ReactNode) => (
    // Not in the tab order because the shortcuts of the actions work anywhere in the row.
    <IconButton label={label} shortcut={shortcut} tabIndex={-1} size={28} onClick={run}>
      {icon}
    </IconButton>
  );
  return (
    <span role="gridcell" className={styles.aside}>
      {task?.triage != null && <Timestamp at={task.triage.since} className={styles.since} />}
      {canEdit && (
        <span className={styles.lineActs}>
          {button(t`Accept`, acceptTask, () => act('accept', own), <IconCheck size={16} />)}
          {button(t`Duplicate of…`, declineAsDuplicate, () => act('duplicate', own), <IconCopy size={16} />)}
          {button(t`Decline…`, declineTask, () => act('decline', own), <IconX size={16} />)}
          {button(t`Snooze…`, snoozeTask, () => act('snooze', own), <IconZzz size={16} />)}
        </span>
      )}
    </span>
  );
}
