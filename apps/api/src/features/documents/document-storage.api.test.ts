import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Document } from '@hearth/contracts/documents/documents';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { openDocument } from '#testing/document-client.ts';
import { makeDocument } from '#testing/documents.ts';
import { makeTeam } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('document storage limit', (engine) => {
  const api = useSharedApp(engine);
  const [owner] = usePeople(api, 'owner');
  let teamId: string;
  let pageId: string;
  let templateId: string;

  beforeAll(async () => {
    teamId = (await makeTeam(owner))._id;
    const trashed = await makeDocument(owner, teamId);
    pageId = (await makeDocument(owner, teamId)).id;
    templateId = (await makeDocument(owner, teamId, { isTemplate: true, title: 'T' })).id;
    await owner.delete(`/teams/${teamId}/documents/${trashed.id}`);
    // Use zeros, which the database stores compressed.
    await asOwner(api.app.db, async (tx) => {
      await sql`insert into document_updates (team_id, document_id, seq, user_id, update, at)
        select ${teamId}::uuid, ${trashed.id}::uuid, n, null, decode(repeat('00', 10 * 1024 * 1024), 'hex'), now()
        from generate_series(1, 26) n`.execute(tx);
    });
  });

  it('rejects new content from requests, templates and document connections', async () => {
    const path = `/teams/${teamId}/documents`;
    const isFull = { code: 'PLAN_LIMIT_REACHED', limit: 'storage' };
    // A page without text can still be created, for example as a parent of sub-pages.
    const empty = await owner.post<{ document: Document }>(path, { title: 'Empty', projectId: null });
    expect(empty.status).toBe(201);
    await owner.delete(`${path}/${empty.body.document.id}`);
    for (const body of [{ markdown: 'Words' }, { templateId }])
      expect((await owner.post(path, { title: 'More', projectId: null, ...body })).body).toMatchObject(
        isFull,
      );
    expect((await owner.patch(`${path}/${pageId}`, { markdown: 'Words' })).body).toMatchObject(isFull);
    const writer = await openDocument(owner, `${teamId}/${pageId}`);
    try {
      expect(writer.access).toEqual([{ type: 'access', readOnly: 'storage' }]);
      writer.write('lost');
      await writer.until(() => writer.provider.synced);
      const { body } = await owner.get<{ document: { text: string } }>(`${path}/${pageId}`);
      expect(body.document.text).toBe('');
    } finally {
      writer.close();
    }
  });
});
