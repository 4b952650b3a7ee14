import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { asOwner, withSystem } from '#platform/db/index.ts';
import { createNotes, insertNote, prepareDataFolder, readNoteIds } from '#testing/embedded-folder.ts';

const folder = prepareDataFolder();

it('reopens the folder after a deadline with exactly the committed data', async () => {
  const db = await folder.open();
  await asOwner(db, (tx) => createNotes.execute(tx));
  await asOwner(db, (tx) => insertNote(1).execute(tx));
  const slow = asOwner(
    db,
    async (tx) => {
      await insertNote(2).execute(tx);
      await sql`select count(*) from generate_series(1, 1000000000)`.execute(tx);
    },
    { deadlineMs: 200 },
  );
  const behind = asOwner(db, (tx) => insertNote(3).execute(tx));
  await expect(slow).rejects.toMatchObject({ name: 'DatabaseTimeoutError' });
  await behind;
  expect(await readNoteIds(db)).toEqual([1, 3]);
});

it('releases the folder on close and rejects further work', async () => {
  const db = await folder.open();
  expect(db.notice?.text).toContain('a power failure may lose the latest changes');
  expect(existsSync(join(folder.path, 'db.lock'))).toBe(true);
  const last = asOwner(db, (tx) => createNotes.execute(tx));
  await db.close();
  await last;
  expect(existsSync(join(folder.path, 'db.lock'))).toBe(false);
  await expect(withSystem(db, async () => 1)).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
});
