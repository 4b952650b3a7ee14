import { LIMITS } from '@hearth/contracts/core/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileOff } from '@tabler/icons-react';
import { Suspense, useDeferredValue, useEffect, useState } from 'react';
import { MissingInTeam } from '#features/teams/index.ts';
import { useTitle } from '#platform/page/use-title.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useRow, useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';
import { EditableText } from '#ui/inputs/editable-text.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { SidePanel, SidePanelBody, SidePanelHead } from '#ui/overlays/side-panel.tsx';
import { SharedField } from '#features/tasks/fields/shared-field.tsx';
import { TaskDescription } from '#features/tasks/description/task-description.tsx';
import { TaskFacts } from './task-facts.tsx';
import { TaskHead } from './task-head.tsx';
import { useFolds } from './use-folds.ts';
import { updateTask } from '#features/tasks/model/tasks.data.ts';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import styles from '#features/tasks/fields/panel.module.css';

// Lazy-loaded because the activity renders after the task itself.
const TaskActivity = lazyComponent(
  async () => (await import('#features/tasks/history/task-activity.tsx')).TaskActivity,
);
const AddSubTask = lazyComponent(async () => (await import('./task-structure.tsx')).AddSubTask);
const SubTasks = lazyComponent(async () => (await import('./task-structure.tsx')).SubTasks);
const TaskFields = lazyComponent(async () => (await import('./task-structure.tsx')).TaskFields);
const Checklist = lazyComponent(async () => (await import('./task-structure.tsx')).Checklist);
const CoverPicture = lazyComponent(async () => (await import('./task-structure.tsx')).CoverPicture);
const Attachments = lazyComponent(async () => (await import('./task-structure.tsx')).Attachments);
const Relations = lazyComponent(async () => (await import('./task-structure.tsx')).Relations);
const TimeList = lazyComponent(async () => (await import('./task-structure.tsx')).TimeList);
const KeepFocus = lazyComponent(async () => (await import('./task-structure.tsx')).KeepFocus);
const ParentCrumbs = lazyComponent(async () => (await import('./task-structure.tsx')).ParentCrumbs);
const TriageNotice = lazyComponent(async () => (await import('./task-structure.tsx')).TriageNotice);
const CommentBox = lazyComponent(
  async () => (await import('#features/tasks/history/task-activity.tsx')).CommentBox,
);

interface TaskPanelProps {
  taskId: string;
  /** Id of the comment that the URL links to, if any. */
  commentId?: string | undefined;
  links: TaskLinks;
  onClose: () => void;
}

/**
 * The panel of a task, beside the screen it was opened from or as a full page. Changes are applied optimistically, without a save button.
 */
export function TaskPanel({ taskId, commentId, links, onClose }: TaskPanelProps) {
  const { t } = useLingui();
  const task = useRow('task', taskId);
  return (
    <SidePanel
      label={task === undefined ? t`Task` : t`Task: ${task.title}`}
      onPhone="page"
      isFull={links.full?.isShown === true}
      onClose={onClose}
    >
      {task === undefined ? (
        <MissingTask taskId={taskId} isFull={links.full?.isShown === true} onClose={onClose} />
      ) : (
        <OpenTask key={taskId} taskId={taskId} commentId={commentId} links={links} onClose={onClose} />
      )}
    </SidePanel>
  );
}

/** Searches for the task outside the working set before reporting it as missing. */
function MissingTask({
  taskId,
  isFull,
  onClose,
}: Omit<TaskPanelProps, 'links' | 'commentId'> & { isFull: boolean }) {
  const store = useTeamStore();
  const status = useSyncStatus();
  const isLoading = status === 'loading';
  const [isSearching, setIsSearching] = useState(true);
  useEffect(() => {
    if (isLoading) return undefined;
    let isCurrent = true;
    // The endpoint that lists tasks by key also accepts ids. The store discards incoming rows if access to them was revoked after the
    // request.
    const looked = store.loadOlder({ key: taskId }).catch(() => null);
    void looked.then(() => isCurrent && setIsSearching(false));
    return () => {
      isCurrent = false;
    };
  }, [store, taskId, isLoading]);
  return (
    <>
      <SidePanelHead isFull={isFull} onClose={onClose} />
      {isLoading || isSearching ? <SkeletonRows /> : <TaskNotFound taskId={taskId} />}
    </>
  );
}

function TaskNotFound({ taskId }: { taskId: string }) {
  const { t } = useLingui();
  return (
    <MissingInTeam
      kind="task"
      id={taskId}
      icon={<IconFileOff size={24} stroke={1.6} />}
      title={t`We can’t find this task`}
      to="/dashboard/tasks"
      linkText={<Trans>See all tasks</Trans>}
    >
      <Trans>It may have been deleted or made private, or it belongs to another team.</Trans>
    </MissingInTeam>
  );
}

function OpenTask({ taskId, commentId, links, onClose }: TaskPanelProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const task = useRow('task', taskId);
  const may = useMay();
  const folds = useFolds();
  // Defer the content below the description and the comment field so that the panel renders within a frame of the key press.
  const isWhole = useDeferredValue(true, false);

  if (task === undefined) return null;
  const canEdit = may('task.update', task);

  return (
    <>
      <TaskHead task={task} canEdit={canEdit} links={links} folds={folds} onClose={onClose} />
      {links.full?.isShown === true && <PageName title={task.title} />}
      <SidePanelBody frame={folds.frame}>
        {task.coverId !== null && (
          <div className={styles.cover}>
            <Suspense fallback={null}>
              <CoverPicture taskId={taskId} coverId={task.coverId} size="large" alt={t`Cover`} />
            </Suspense>
          </div>
        )}
        {task.parentId !== null && (
          <Suspense fallback={<div className={styles.crumbs} />}>
            <ParentCrumbs taskId={taskId} parentId={task.parentId} canEdit={canEdit} links={links} />
          </Suspense>
        )}
        <SharedField taskId={taskId} field="title">
          <EditableText
            label={t`Title`}
            value={task.title}
            draftKey={`${taskId}/title`}
            className={styles.title}
            maxLength={LIMITS.taskTitle}
            isOneLine
            isReadOnly={!canEdit}
            onCommit={(title) => void store.mutate(updateTask(store, taskId, { title }))}
          />
        </SharedField>
        {!canEdit && <WhyNot act="task.update" projectId={task.projectId} isNotice />}
        {task.triage !== null && (
          <Suspense fallback={null}>
            <TriageNotice task={task} canEdit={canEdit} links={links} />
          </Suspense>
        )}
        <TaskFacts task={task} canEdit={canEdit} links={links} folds={folds} />
        <TaskDescription task={task} canEdit={canEdit} links={links} />
        {isWhole && (
          <Suspense fallback={null}>
            <KeepFocus />
            <TaskFields
              task={task}
              canEdit={canEdit}
              links={links}
              isUnfolded={folds.isUnfolded}
              onDrawn={folds.onDrawn}
            />
            <SubTasks task={task} canEdit={canEdit} links={links} AddSubTask={AddSubTask} />
            <Checklist task={task} canEdit={canEdit} />
            <Relations task={task} canEdit={canEdit} links={links} />
            <Attachments task={task} canEdit={canEdit} />
            <TimeList task={task} />
            <TaskActivity
              task={task}
              canEdit={canEdit}
              mayComment={may('task.comment', task)}
              commentId={commentId}
            />
          </Suspense>
        )}
      </SidePanelBody>
      {/* Users who may not comment may not edit either. The reason is shown above. */}
      {isWhole && may('task.comment', task) && (
        <Suspense fallback={null}>
          <CommentBox taskId={taskId} />
        </Suspense>
      )}
    </>
  );
}

/** Sets the document title of a task shown as a page. The browser tab and history show it. */
function PageName({ title }: { title: string }) {
  useTitle(title);
  return <h1 className="hidden-text">{title}</h1>;
}
