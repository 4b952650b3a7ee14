import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { withTeam } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeDocument } from '#testing/documents.ts';
import { makeTeam } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';
import { readSearchables } from './sources.queries.ts';

describeOneEngine('search index sources', (engine) => {
  const api = useSharedApp(engine);
  const [owner] = usePeople(api, 'owner');
  let teamId: string;
  beforeAll(async () => {
    teamId = (await makeTeam(owner))._id;
  });

  it('returns a document’s blocks, or only the beginning of a large one as plain text', async () => {
    const small = await makeDocument(owner, teamId, { markdown: '# Title\n\nWords' });
    const large = await makeDocument(owner, teamId, { markdown: 'Begin' });
    // Use incompressible text, to exceed the limit in its stored size.
    const text = `Begin ${randomBytes(1_000_000).toString('base64')}`;
    const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
    await withTeam(api.app.db, { teamId, userId: owner.user.id }, async (tx) => {
      await sql`update document_states set content = ${JSON.stringify(content)}::jsonb, text = ${text}
        where team_id = ${teamId} and document_id = ${large.id}`.execute(tx);
      const things = await readSearchables(tx, 'document', { ids: [small.id, large.id] });
      const blocksOf = (id: string) => things.find((thing) => thing.id === id)?.blocks ?? [];
      expect(blocksOf(small.id)).toMatchObject([{ text: 'Title', isHeading: true }, { text: 'Words' }]);
      const [first, ...others] = blocksOf(large.id);
      expect(others).toEqual([]);
      expect(first?.text.startsWith('Begin ')).toBe(true);
      expect(first?.text.length).toBe(200_000);
    });
  });
});
