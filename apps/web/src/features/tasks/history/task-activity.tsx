import type { SyncRows } from '@hearth/contracts/sync';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { useSyncStatus, useTeamStore, useView, useWasConfirmed } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import type { Person } from '#ui/format/person.ts';
import { Timestamp } from '#ui/format/timestamp.tsx';
import { arrangeActivity, type ActivityLine } from './activity-lines.ts';
import { ChangeLine } from './change-line.tsx';
import type { KnownNames } from '#features/tasks/model/field-change.ts';
import { CommentThread } from '#features/tasks/comments/comment-thread.tsx';
import { commentsOf } from '#features/tasks/comments/comments.data.ts';
import { useAllComments } from '#features/tasks/comments/use-all-comments.ts';
import { joinDescriptions } from './past-descriptions.ts';
import { markDeclined } from '#features/tasks/triage/triage-history.ts';
import { useKnownNames } from './use-known-names.ts';
import { useRestoreShortcut } from './use-restore-shortcut.ts';
import { useTaskPast, type PastChange } from './use-task-past.ts';
import { NO_ACTIONS, useChangeActions, type ChangeActions } from './change-actions.ts';
import { useChangeAuthors } from '#features/tasks/model/change-authors.ts';
import styles from './activity.module.css';

export { CommentBox } from '#features/tasks/comments/comment-box.tsx';

interface TaskActivityProps {
  task: SyncRows['task'];
  canEdit: boolean;
  mayComment: boolean;
  /** Id of the comment that the URL links to, if any. */
  commentId?: string | undefined;
}

const NO_CHANGES = [] as const;

/** Comments on a task and changes to it, in chronological order. */
export function TaskActivity({ task, canEdit, mayComment, commentId }: TaskActivityProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const known = useKnownNames();
  const { nameOf, authorOf } = useChangeAuthors(known.people);
  const spec = useMemo(() => commentsOf(task.id), [task.id]);
  // In a historical snapshot, hide later comments and changes.
  const isOver = (moment: string): boolean => store.at === null || moment <= store.at;
  const comments = useRows(useView(spec)).filter(({ createdAt }) => isOver(createdAt));
  const isWhole = useAllComments(task.id, !useWasConfirmed('task', task.id));
  const past = useTaskPast(task.id);
  const isAway = useSyncStatus() !== 'live';
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const changes = useMemo(
    () => joinDescriptions(past.changes ?? NO_CHANGES, past.hasEarlier),
    [past.changes, past.hasEarlier],
  );
  const visible = markDeclined(
    changes.filter((change) => isOver(change.at)),
    known.statuses,
  );
  const actions = useChangeActions(task, changes, visible, known, canEdit);
  const lost = visible.filter(({ id }) => (actions.get(id) ?? NO_ACTIONS).putBack !== null);
  const newest = actions.get(lost[0]?.id ?? '') ?? NO_ACTIONS;
  useRestoreShortcut(newest.putBack);
  const lines = arrangeActivity(comments, visible, {
    createdAt: task.createdAt,
    hasEarlier: past.hasEarlier,
    unfolded,
    pinned: new Set(lost.map(({ id }) => id)),
  });

  return (
    <section className={styles.activity} aria-label={t`Activity`}>
      <h2 className={styles.heading}>
        <Trans>Activity</Trans>
      </h2>
      {past.hasEarlier && (
        <button type="button" className={styles.more} onClick={past.showEarlier}>
          <Trans>Show earlier activity</Trans>
        </button>
      )}
      <ol className={styles.lines}>
        {lines.map((line) => (
          <li key={line.key} className={styles.line} data-kind={line.kind}>
            <Line
              line={line}
              task={task}
              mayComment={mayComment}
              commentId={commentId}
              known={known}
              actionsOf={(id) => actions.get(id) ?? NO_ACTIONS}
              newest={newest}
              nameOf={nameOf}
              authorOf={authorOf}
              onUnfold={() => setUnfolded(new Set([...unfolded, line.key]))}
            />
          </li>
        ))}
      </ol>
      {isAway && !(isWhole && past.changes !== undefined) && (
        <p className={styles.note}>
          <Trans>You’re offline. Earlier activity will appear when you’re back.</Trans>
        </p>
      )}
    </section>
  );
}

interface LineProps extends Omit<TaskActivityProps, 'canEdit'> {
  line: ActivityLine;
  known: KnownNames;
  actionsOf: (changeId: string) => ChangeActions;
  /** The actions on the latest overwritten value. */
  newest: ChangeActions;
  nameOf: (id: string | null) => Person;
  authorOf: (change: PastChange) => Person;
  onUnfold: () => void;
}

function Line({
  line,
  task,
  mayComment,
  commentId,
  known,
  actionsOf,
  newest,
  nameOf,
  authorOf,
  onUnfold,
}: LineProps) {
  if (line.kind === 'folded') {
    return (
      <button type="button" className={styles.more} onClick={onUnfold}>
        <Plural value={line.count} one="Show # more change" other="Show # more changes" />
      </button>
    );
  }
  if (line.kind === 'change') {
    const { change } = line;
    const person = authorOf(change);
    const actions = actionsOf(change.id);
    return (
      <ChangeLine
        change={change}
        person={person}
        known={known}
        actions={actions}
        hasKey={actions === newest}
      />
    );
  }
  if (line.kind === 'comment') {
    const { comment, replies } = line;
    const { people } = known;
    return <CommentThread {...{ task, comment, replies, mayComment, people, nameOf }} meantId={commentId} />;
  }
  const person = nameOf(task.createdBy);
  const name = <b className={styles.name}>{person.name}</b>;
  return (
    <>
      <Avatar person={person} size={18} />
      <span className={styles.words}>
        <Trans>{name} created this task</Trans> <Timestamp at={line.at} className={styles.when} />
      </span>
    </>
  );
}
