import { expect, it } from 'vitest';
import { asOwner } from '#platform/db/index.ts';
import { describeEachEngine } from '#testing/databases.ts';

describeEachEngine('tables', (engine) => {
  it('reads the empty users table after the migrations', async () => {
    const db = await engine.open();
    const users = await asOwner(db, (tx) => tx.selectFrom('users').selectAll().execute());
    expect(users).toEqual([]);
    await db.close();
  });
});
