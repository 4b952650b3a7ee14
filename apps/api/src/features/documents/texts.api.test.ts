import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { OpenDocument } from '@hearth/contracts/documents/documents';
import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import { textOf } from '#features/documents/content/content.ts';
import { getCheckpoints } from '#features/documents/store/growth.ts';
import { readTag } from '#features/documents/store/text-versions.ts';
import { getTexts } from '#features/documents/store/texts.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { openDocument, type DocumentClient } from '#testing/document-client.ts';
import { makeDocument } from '#testing/documents.ts';
import { makeProTeam } from '#testing/make.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

describeOneEngine('document text API', (engine) => {
  const api = useApp(engine);
  const [one, other] = usePeople(api, 'one', 'other');
  let teamId: string;
  let path: string;
  const open: DocumentClient[] = [];

  beforeAll(async () => {
    teamId = await makeProTeam(one, { member: [other] });
    path = `/teams/${teamId}/documents`;
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });

  const make = async (markdown: string): Promise<string> =>
    (await makeDocument(one, teamId, { markdown })).id;
  async function read(id: string): Promise<{ text: string; tag: string }> {
    const response = await one.send<string>('GET', `${path}/${id}/markdown`);
    return { text: response.body.trim(), tag: response.headers.get('etag') ?? '' };
  }
  const write = async (id: string, markdown: string, tag?: string, by = one) =>
    await by.send<{ document: OpenDocument } & Problem>('PATCH', `${path}/${id}`, {
      body: { markdown },
      headers: tag === undefined ? {} : { 'if-match': tag },
    });

  it('returns the same ETag in all formats and a new one for each version', async () => {
    const id = await make('One');
    const { tag } = await read(id);
    expect(tag).toMatch(/^"[^"]+"$/);
    const whole = await one.send('GET', `${path}/${id}`);
    expect(whole.headers.get('etag')).toBe(tag);
    expect(whole.headers.get('access-control-expose-headers')).toContain('etag');
    const written = await write(id, 'Two');
    expect(written.headers.get('etag')).toBe((await read(id)).tag);
    expect((await read(id)).tag).not.toBe(tag);
    // Compaction does not change the version.
    const before = await read(id);
    await getCheckpoints(api.app).settle();
    expect(await read(id)).toEqual(before);
  });

  it('names the team’s log position, not the document’s, after a change of title or text', async () => {
    const id = await make('One');
    for (const body of [{ title: 'Renamed' }, { markdown: 'Two' }]) {
      const changed = await one.send('PATCH', `${path}/${id}`, { body });
      const { seq } = (await one.get<{ seq: number }>(`/teams/${teamId}/sync`)).body;
      expect(changed.headers.get('hearth-seq')).toBe(String(seq));
    }
  });

  it('merges a write based on an older version with later edits', async () => {
    const id = await make('One\n\nTwo');
    const { tag } = await read(id);
    const live = await openDocument(other, `${teamId}/${id}`);
    open.push(live);
    live.write('Three by bo');
    await live.acknowledged();
    const written = await write(id, 'One\n\nTwo\n\nFour', tag);
    expect(written.status).toBe(200);
    expect((await read(id)).text).toBe('One\n\nTwo\n\nThree by bo\n\nFour');
    await live.shows('Four');
    // The ETag in the response is that of the current content.
    await write(id, 'One\n\nTwo\n\nThree by bo\n\nFour\n\nFive', written.headers.get('etag') ?? '');
    expect((await read(id)).text).toBe('One\n\nTwo\n\nThree by bo\n\nFour\n\nFive');
  });

  it('rejects the whole request when both sides changed the same block', async () => {
    const id = await make('One\n\nTwo');
    const { tag } = await read(id);
    await write(id, 'One by bo\n\nTwo', undefined, other);
    const before = await read(id);
    const refused = await one.send<Problem>('PATCH', `${path}/${id}`, {
      body: { title: 'Renamed', markdown: 'One by al\n\nTwo' },
      headers: { 'if-match': tag },
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await read(id)).toEqual(before);
    expect((await one.get<{ document: OpenDocument }>(`${path}/${id}`)).body.document.title).not.toBe(
      'Renamed',
    );
  });

  it('rebuilds the merge base from the log when it is not cached', async () => {
    const id = await make('One\n\nTwo');
    await write(id, 'One\n\nTwo\n\nThree');
    const { tag } = await read(id);
    await write(id, 'Zero\n\nOne\n\nTwo\n\nThree', undefined, other);
    // Simulate another process on the same database, with an empty cache.
    const texts = getTexts({ ...api.app });
    const content = parseMarkdown('One\n\nTwo\n\nThree\n\nFour');
    const request = { content, from: readTag(tag) ?? null };
    const prepared = await texts.prepare({ teamId, documentId: id }, request, one.user.id);
    expect(textOf(prepared.content)).toBe('Zero\n\nOne\n\nTwo\n\nThree\n\nFour');
    // After two checkpoints, the log no longer reaches back to that version.
    for (const text of ['A', 'B']) {
      await write(id, text);
      await getCheckpoints(api.app).settle();
    }
    await expect(texts.prepare({ teamId, documentId: id }, request, one.user.id)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('rejects writes based on an unknown version and accepts weak ETags and the wildcard', async () => {
    const id = await make('One');
    const before = await read(id);
    for (const tag of ['"0-AAAAAAAAAAAAAAAAAAAAAA"', '"999-AAAAAAAAAAAAAAAAAAAAAA"', '"x"', 'x', '']) {
      expect((await write(id, 'Two', tag)).status, tag).toBe(409);
    }
    expect(await read(id)).toEqual(before);
    // An ETag weakened by a proxy and the wildcard are accepted.
    expect((await write(id, 'Two', `W/${before.tag}`)).status).toBe(200);
    expect((await write(id, 'Three', '*')).status).toBe(200);
    expect((await read(id)).text).toBe('Three');
  });

  it('replaces the content in a single update when no version is given', async () => {
    const id = await make('One\n\nTwo');
    const live = await openDocument(other, `${teamId}/${id}`);
    open.push(live);
    let changes = 0;
    live.doc.on('update', () => (changes += 1));
    await write(id, '# New\n\nThree');
    await live.shows('Three');
    expect((await read(id)).text).toBe('# New\n\nThree');
    expect(changes).toBe(1);
  });

  it('keeps both of two concurrent writes based on the same version', async () => {
    const id = await make('One\n\nTwo');
    const { tag } = await read(id);
    const responses = await Promise.all([
      write(id, 'Zero\n\nOne\n\nTwo', tag),
      write(id, 'One\n\nTwo\n\nThree', tag, other),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read(id)).text).toBe('Zero\n\nOne\n\nTwo\n\nThree');
  });
});
