import { openToolbox } from '#features/assistant/tools/toolbox.ts';
import type { Toolbox } from '#features/assistant/tools/tool.ts';
import { asOwner } from '#platform/db/index.ts';
import type { SignedIn } from './make.ts';
import { insertThread } from './insert-thread.ts';
import type { TestApp } from './start-app.ts';

/** Opens the tools for one turn of this user, in the form passed to a model. */
export async function openToolboxOf(
  { app }: Pick<TestApp, 'app'>,
  who: SignedIn,
  teamId: string,
): Promise<Toolbox> {
  const userId = who.user.id;
  const { id } = await asOwner(app.db, (tx) =>
    tx.selectFrom('sessions').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow(),
  );
  const threadId = await insertThread({ app }, { teamId, userId });
  return openToolbox(
    app,
    {
      session: { id, userId, signedInAt: app.clock.now() },
      teamId,
      from: { ip: '127.0.0.1', id: 'test' },
    },
    {
      timeZone: 'UTC',
      locale: 'en',
      threadId,
      messageId: app.ids.uuid(),
      signal: new AbortController().signal,
    },
  );
}
