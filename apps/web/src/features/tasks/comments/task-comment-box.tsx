import { CommentBox, type AroundField } from '#features/comments/index.ts';
import { commentOnTask } from '#features/tasks/model/tasks.actions.ts';
import { SharedField } from '#features/tasks/fields/shared-field.tsx';
import { useRow } from '#platform/sync/index.ts';
import { taskComments } from './comments.data.ts';

/** The comment composer of a task, with a typing indicator. */
export function TaskCommentBox({ taskId }: { taskId: string }) {
  const task = useRow('task', taskId);
  return (
    <CommentBox
      subject={{ kind: taskComments, id: taskId, projectId: task?.projectId ?? null }}
      action={commentOnTask}
      around={WhoComments}
    />
  );
}

/** Shows who else is writing a comment. */
function WhoComments({ id, isEmpty, children }: AroundField) {
  return (
    <SharedField taskId={id} field="comment" isEmpty={isEmpty}>
      {children}
    </SharedField>
  );
}
