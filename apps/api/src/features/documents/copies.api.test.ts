import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { DocumentAttachment } from '@hearth/contracts/documents/document-attachments';
import type { Document } from '@hearth/contracts/documents/documents';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeDocument } from '#testing/documents.ts';
import { makeProTeam, makeProject, type SignedIn } from '#testing/make.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

const BYTES = 'kept bytes';

describeOneEngine('document copies', (engine) => {
  const api = useApp(engine);
  const [owner, member] = usePeople(api, 'owner', 'member');
  let teamId: string;
  let path: string;

  beforeEach(async () => {
    teamId = await makeProTeam(owner, { member: [member] });
    path = `/teams/${teamId}/documents`;
  });

  async function attach(documentId: string): Promise<string> {
    const url = `${path}/${documentId}/attachments?name=plan.txt`;
    const upload = new Blob([BYTES], { type: 'application/octet-stream' });
    const sent = await owner.send<{ attachment: DocumentAttachment }>('POST', url, { upload });
    expect(sent.status).toBe(201);
    return sent.body.attachment.id;
  }
  async function makeWithFile(fields: Record<string, unknown> = {}): Promise<{ id: string; fileId: string }> {
    const { id } = await makeDocument(owner, teamId, fields);
    const fileId = await attach(id);
    const sent = await owner.patch(`${path}/${id}`, { markdown: `![plan](attachment:${fileId})` });
    expect(sent.status).toBe(200);
    return { id, fileId };
  }
  const copy = async (id: string, body: Record<string, unknown> = {}, by = owner) =>
    await by.post<{ document: Document } & Problem>(`${path}/${id}/copy`, body);
  const readMarkdown = async (id: string): Promise<string> =>
    (await owner.get<string>(`${path}/${id}/markdown`)).body.trim();
  async function expectFile(id: string, fileId: string): Promise<void> {
    expect(await readMarkdown(id)).toContain(`attachment:${fileId}`);
    const file = await owner.get<string>(`${path}/${id}/attachments/${fileId}/file`);
    expect(file.status).toBe(200);
  }
  /** Trashes a document and deletes its files permanently. */
  async function purge(id: string): Promise<void> {
    await owner.delete(`${path}/${id}`);
    await asOwner(api.app.db, (tx) =>
      sql`delete from document_attachments where document_id = ${id}`.execute(tx),
    );
  }

  it('keeps the files of a copy after the original is deleted', async () => {
    const { id, fileId } = await makeWithFile();
    const created = (await copy(id)).body.document;
    await expectFile(created.id, fileId);
    const again = (await copy(created.id)).body.document;
    await purge(id);
    await expectFile(created.id, fileId);
    await expectFile(again.id, fileId);
    const listed = await owner.get<{ attachments: DocumentAttachment[] }>(`${path}/${again.id}/attachments`);
    expect(listed.body.attachments).toMatchObject([{ name: 'plan.txt', documentId: again.id }]);
    // A file removed from one copy remains on the other copies.
    await owner.delete(`${path}/${again.id}/attachments/${listed.body.attachments[0]?.id}`);
    expect((await owner.get(`${path}/${again.id}/attachments/${fileId}/file`)).status).toBe(404);
    await expectFile(created.id, fileId);
  });

  it('keeps a cover image that is an attachment', async () => {
    const { id, fileId } = await makeWithFile();
    const picture = await owner.patch(`${path}/${id}`, { cover: `attachment:${fileId}` });
    expect(picture.status).toBe(200);
    const created = (await copy(id)).body.document;
    expect(created.cover).toBe(`attachment:${fileId}`);
    expect(
      (await owner.patch(`${path}/${created.id}`, { title: 'Renamed', cover: created.cover })).status,
    ).toBe(200);
  });

  it('copies the files of sub-pages and rewrites links to the copies', async () => {
    const { id: top } = await makeDocument(owner, teamId, { title: 'Top' });
    const { id: child, fileId } = await makeWithFile({ title: 'Child', parentId: top });
    const { id: other } = await makeDocument(owner, teamId, { title: 'Other' });
    const link = (id: string) => `[x](document:${id})`;
    await owner.patch(`${path}/${top}`, { markdown: `${link(child)} ${link(other)}` });
    await owner.patch(`${path}/${child}`, { markdown: `${link(top)}\n\n![plan](attachment:${fileId})` });
    const created = (await copy(top, { withSubpages: true })).body.document;
    const below = await owner.get<{ documents: Document[] }>(`${path}?parentId=${created.id}`);
    const inside = below.body.documents[0]?.id ?? '';
    await expectFile(inside, fileId);
    expect(await readMarkdown(inside)).toContain(`document:${created.id}`);
    const text = await readMarkdown(created.id);
    expect(text).toContain(`document:${inside}`);
    expect(text).toContain(`document:${other}`);
    // The originals are unchanged.
    expect(await readMarkdown(top)).toContain(`document:${child}`);
  });

  it('copies files when a document is created from a template or saved as a template', async () => {
    const { id, fileId } = await makeWithFile({ title: 'Plan', isTemplate: true });
    const created = (await makeDocument(owner, teamId, { title: '', templateId: id })).id;
    await expectFile(created, fileId);
    const filled = (await makeDocument(owner, teamId)).id;
    expect((await owner.patch(`${path}/${filled}`, { templateId: id })).status).toBe(200);
    await expectFile(filled, fileId);
    const page = await makeWithFile();
    const template = (await copy(page.id)).body.document;
    expect((await owner.patch(`${path}/${template.id}`, { isTemplate: true })).status).toBe(200);
    await purge(page.id);
    await expectFile(template.id, page.fileId);
  });

  it('copies a single attachment only for users who can see it', async () => {
    const { id, fileId } = await makeWithFile({ isPrivate: true });
    const { id: target } = await makeDocument(owner, teamId);
    const paste = async (by: SignedIn, fromDocumentId: string, attachmentId: string, to = target) =>
      await by.post<{ attachment: DocumentAttachment } & Problem>(`${path}/${to}/attachments/copy`, {
        fromDocumentId,
        attachmentId,
      });
    expect((await paste(member, id, fileId)).body).toMatchObject({ code: 'NOT_FOUND' });
    const elsewhere = (await makeWithFile()).fileId;
    expect((await paste(owner, id, elsewhere)).body).toMatchObject({ code: 'NOT_FOUND' });
    const pasted = await paste(owner, id, fileId);
    expect(pasted.status).toBe(201);
    expect(pasted.body.attachment).toMatchObject({ name: 'plan.txt', documentId: target });
    expect((await paste(owner, id, fileId)).body.attachment.id).toBe(pasted.body.attachment.id);
    const url = `${path}/${target}/attachments`;
    // The file is removed and pasted again.
    await owner.delete(`${url}/${pasted.body.attachment.id}`);
    expect((await owner.get(`${url}/${fileId}/file`)).status).toBe(404);
    expect((await paste(owner, id, fileId)).status).toBe(201);
    await purge(id);
    expect((await owner.get(`${url}/${fileId}/file`)).status).toBe(200);
    // A file can also be pasted by the id that its copy has in the list of files.
    const { id: third } = await makeDocument(owner, teamId);
    const named = pasted.body.attachment.id;
    expect((await paste(owner, target, named, third)).status).toBe(201);
    expect((await owner.get(`${path}/${third}/attachments/${named}/file`)).status).toBe(200);
  });

  it('rejects copying an attachment beyond the limit of files per document', async () => {
    const { id, fileId } = await makeWithFile();
    const { id: target } = await makeDocument(owner, teamId);
    await attach(target);
    await asOwner(api.app.db, (tx) =>
      sql`insert into document_attachments (team_id, id, document_id, name, type, bytes, storage_key, created_by, created_at)
        select team_id, gen_random_uuid(), document_id, name, type, bytes, storage_key, created_by, created_at
        from document_attachments, generate_series(1, 99) where document_id = ${target}`.execute(tx),
    );
    const body = { fromDocumentId: id, attachmentId: fileId };
    const refused = await owner.post<Problem>(`${path}/${target}/attachments/copy`, body);
    expect(refused.body).toMatchObject({ code: 'INVALID_STATE' });
    expect(refused.body.detail).toContain('100 files');
  });

  it('excludes the new copy when copying a document into itself', async () => {
    const { id } = await makeDocument(owner, teamId, { title: 'Top' });
    const created = (await copy(id, { parentId: id, withSubpages: true })).body.document;
    const below = await owner.get<{ documents: Document[] }>(`${path}?parentId=${created.id}`);
    expect(below.body.documents).toEqual([]);
  });

  it('makes a copy private when it leaves a private project', async () => {
    const project = await makeProject(owner, teamId, { isPrivate: true });
    const { id } = await makeDocument(owner, teamId, { projectId: project.id });
    const { id: open } = await makeDocument(owner, teamId, { title: 'Open' });
    const created = (await copy(id, { parentId: open })).body.document;
    expect(created.isPrivate).toBe(true);
    expect((await member.get(`${path}/${created.id}`)).status).toBe(404);
  });

  it('grants the copying user manage access to all private sub-pages in one change', async () => {
    const { id } = await makeDocument(owner, teamId, { title: 'Above' });
    for (let at = 0; at < 20; at += 1) await makeDocument(owner, teamId, { parentId: id, isPrivate: true });
    const created = (await copy(id, { withSubpages: true })).body.document;
    const below = await owner.get<{ documents: Document[] }>(`${path}?parentId=${created.id}`);
    expect(below.body.documents).toHaveLength(20);
    for (const page of below.body.documents) {
      expect(page).toMatchObject({ isPrivate: true, access: [page.id] });
      const { grants } = (await owner.get<{ grants: object[] }>(`${path}/${page.id}/grants`)).body;
      expect(grants).toMatchObject([{ userId: owner.user.id, level: 'manage' }]);
    }
    const { rows } = await asOwner(api.app.db, (tx) =>
      sql<{ entity: string; n: number }>`
        select entity, count(*)::int as n from changes where team_id = ${teamId} and seq = (
          select seq from changes where team_id = ${teamId} and entity_id = ${created.id} and entity = 'document' limit 1)
        group by entity order by entity`.execute(tx),
    );
    expect(rows).toEqual([
      { entity: 'access', n: 1 },
      { entity: 'document', n: 21 },
      { entity: 'grant', n: 20 },
    ]);
  });

  it('counts copies towards the storage limit, even in the trash', async () => {
    const { id } = await makeDocument(owner, teamId);
    await attach((await makeDocument(owner, teamId)).id);
    // Fill the storage up to room for two documents of this size, but not for a third.
    await asOwner(api.app.db, async (tx) => {
      await sql`update document_states set state = state || decode(repeat('00', 60 * 1024), 'hex')
        where document_id = ${id}`.execute(tx);
      await sql`update document_attachments set bytes = 250 * 1024 * 1024 - 150 * 1024
        where team_id = ${teamId}`.execute(tx);
    });
    await owner.post(`/dev/teams/${teamId}/plan`, { plan: 'free' });
    const first = await copy(id);
    expect(first.status).toBe(201);
    await owner.delete(`${path}/${first.body.document.id}`);
    expect((await copy(id)).body).toMatchObject({ code: 'PLAN_LIMIT_REACHED', limit: 'storage' });
  });
});
