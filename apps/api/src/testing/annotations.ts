import { randomUUID } from 'node:crypto';
import { asOwner } from '#platform/db/index.ts';
import type { SharedApp } from '#testing/start-app.ts';

/** Inserts a chart annotation directly into the database, without a check of the plan. */
export async function insertAnnotation({ app }: Pick<SharedApp, 'app'>, teamId: string): Promise<string> {
  const id = randomUUID();
  const note = { team_id: teamId, id, project_id: null, day: '2026-11-20', text: 'Note', created_by: null };
  await asOwner(app.db, (tx) =>
    tx
      .insertInto('annotations')
      .values({ ...note, created_at: app.clock.now() })
      .execute(),
  );
  return id;
}
