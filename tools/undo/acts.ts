import type { Act } from '@hearth/web/src/testing/acts/chance.ts';
import { documentActs } from '@hearth/web/src/testing/acts/document-acts.ts';
import { lastingActs } from '@hearth/web/src/testing/acts/lasting-acts.ts';
import { partActs, timerActs } from '@hearth/web/src/testing/acts/part-acts.ts';
import { taskActs } from '@hearth/web/src/testing/acts/task-acts.ts';
import { teamActs } from '@hearth/web/src/testing/acts/team-acts.ts';

export { lastingActs, timerActs };

/** All undoable user actions. */
export const acts: Readonly<Record<string, Act>> = {
  ...taskActs,
  ...partActs,
  ...teamActs,
  ...documentActs,
};

/** Commands that the test does not undo directly, each with the reason. */
export const NOT_TAKEN_BACK = {
  createLabel: 'The label is kept, because others may use it by then.',
  deleteLabel: 'The label is removed from every task, and no command restores it there.',
  removeMember: 'People can only return through a new invite.',
  resumeSeries: 'The server creates the next task of a series and assigns its number.',
  seeReminders: 'Requires fired reminders, and none fires during this test.',
  createFirstTypes: 'Requires a team without types, and consists of `createTaskType` commands.',
  remindOfNew: 'Part of `createQuickTasks`.',
  restoreProject: 'The inverse of `deleteProject`.',
  restoreDocument: 'The inverse of `deleteDocument`.',
  restoreComment: 'The inverse of `deleteComment`.',
  restoreTime: 'The inverse of `deleteTime`.',
};
