import { asOwner } from '#platform/db/index.ts';
import type { TestApp } from './start-app.ts';

/** Inserts a thread of this person with the assistant, containing one message. */
export async function putThread(
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
