import { asOwner } from '#platform/db/index.ts';
import type { TestApp } from './start-app.ts';

/** Inserts a thread of this user with the assistant, containing one message. */
export async function insertThread(
  { app }: Pick<TestApp, 'app'>,
  of: { teamId: string; userId: string; title?: string; text?: string },
): Promise<string> {
  const id = app.ids.uuid();
  const now = app.clock.now();
  const own = { team_id: of.teamId, user_id: of.userId, created_at: now };
  await asOwner(app.db, async (tx) => {
    await tx
      .insertInto('assistant_threads')
      .values({ ...own, id, title: of.title ?? 'Help', updated_at: now })
      .execute();
    await tx
      .insertInto('assistant_messages')
      .values({
        ...own,
        id: app.ids.uuid(),
        thread_id: id,
        role: 'user',
        text: of.text ?? 'help',
        lease_until: null,
        reserved_month: null,
      })
      .execute();
  });
  return id;
}

/**
 * Inserts a proposal of the assistant to this user, in a new thread. The proposal is to create a task if a title is given, otherwise it is
 * empty.
 */
export async function insertProposal(
  api: Pick<TestApp, 'app'>,
  of: { teamId: string; userId: string; title?: string; isConfirmed?: boolean },
): Promise<string> {
  const { teamId, userId, title, isConfirmed = false } = of;
  const { ids, clock, db } = api.app;
  const threadId = await insertThread(api, { teamId, userId });
  const id = ids.uuid();
  const now = clock.now();
  const row = { act: 'create', kind: 'task', id: ids.uuid(), title, before: null, after: { title } };
  const changes = title === undefined ? [] : [{ ...row, call: { route: 'tasks.create' } }];
  await asOwner(db, (tx) =>
    tx
      .insertInto('assistant_proposals')
      .values({
        team_id: teamId,
        id,
        user_id: userId,
        thread_id: threadId,
        message_id: null,
        changes: JSON.stringify(changes),
        notifies: 0,
        created_at: now,
        expires_at: new Date(now.getTime() + 3_600_000),
        status: isConfirmed ? 'confirmed' : 'open',
        done: isConfirmed ? '[]' : null,
        confirmed_at: isConfirmed ? now : null,
      })
      .execute(),
  );
  return id;
}
