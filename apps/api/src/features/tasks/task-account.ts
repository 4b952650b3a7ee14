import type { AccountExport } from '@hearth/contracts/account/account';
import type { AccountPart } from '#features/auth/index.ts';
import { listTeamsOf, loadActor } from '#features/members/index.ts';
import { visibleTo } from '#features/projects/index.ts';
import { readTeam, withUser } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import {
  listAttachmentsBy,
  listCommentsBy,
  listPersonalTasksOf,
  listTasksOf,
  listTimeOf,
} from './task-account.queries.ts';

const PAGE = 500;

/** Exports a user's tasks and related data as part of the account export. Excludes data that is no longer visible to the user. */
export function createTaskPart(app: App): AccountPart {
  return {
    async export(
      userId,
    ): Promise<Pick<AccountExport, 'tasks' | 'comments' | 'attachments' | 'ownTasks' | 'timeEntries'>> {
      const tasks: AccountExport['tasks'] = [];
      const comments: AccountExport['comments'] = [];
      const attachments: AccountExport['attachments'] = [];
      const ownTasks: AccountExport['ownTasks'] = [];
      const timeEntries: AccountExport['timeEntries'] = [];
      const teamIds = await withUser(app.db, { userId }, (tx) => listTeamsOf(tx, userId), {
        isReadOnly: true,
      });
      for (const teamId of teamIds) {
        tasks.push(
          ...(await readAll(teamId, userId, listTasksOf, ({ id }) => id)).map((task) => ({
            teamId,
            ...task,
          })),
        );
        comments.push(
          ...(await readAll(teamId, userId, listCommentsBy, ({ id }) => id)).map((comment) => ({
            teamId,
            ...comment,
          })),
        );
        attachments.push(
          ...(await readAll(teamId, userId, listAttachmentsBy, ({ id }) => id)).map((attachment) => ({
            teamId,
            ...attachment,
          })),
        );
        ownTasks.push(
          ...(await readAll(teamId, userId, listPersonalTasksOf, ({ taskId }) => taskId)).map((own) => ({
            teamId,
            ...own,
          })),
        );
        timeEntries.push(
          ...(await readAll(teamId, userId, listTimeOf, ({ id }) => id)).map((entry) => ({
            teamId,
            ...entry,
          })),
        );
      }
      return { tasks, comments, attachments, ownTasks, timeEntries };
    },
  };

  /** Reads all pages, each in a separate transaction, to avoid one long transaction. */
  async function readAll<T>(
    teamId: string,
    userId: string,
    list: (...args: [...Parameters<typeof listTasksOf>]) => Promise<T[]>,
    idOf: (row: T) => string,
  ): Promise<T[]> {
    const all: T[] = [];
    for (;;) {
      const rows = await readTeam(app.db, { teamId, userId }, async (tx) => {
        const actor = await loadActor(tx, userId);
        if (actor === null) return [];
        const last = all.at(-1);
        const after = last === undefined ? null : idOf(last);
        return await list(tx, { teamId, userId, visible: visibleTo(actor) }, { after, limit: PAGE });
      });
      all.push(...rows);
      if (rows.length < PAGE) return all;
    }
  }
}
