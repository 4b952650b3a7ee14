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

/** Commands that cannot be undone, each with the reason. */
export const NOT_TAKEN_BACK = {
  createLabel: 'A label stays: others may use it by then.',
  deleteLabel: 'It goes from every task, and no command puts it back there.',
  removeMember: 'They come back by a new invite.',
  goOn: 'The next one of a series is the work of the server, which gives it its number.',
  seeReminders: 'Of reminders that came, and none comes while this runs.',
  createFirstTypes: 'Of a team without types; each of them is a `createTaskType`.',
  remindOfNew: 'Part of `createQuickTasks`.',
  restoreProject: 'The way back of `deleteProject`.',
  restoreDocument: 'The way back of `deleteDocument`.',
  restoreComment: 'The way back of `deleteComment`.',
  restoreTime: 'The way back of `deleteTime`.',
};
