import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import type { AccessMessage, ReadOnlyReason } from '@hearth/contracts/documents/collaboration-values';
import type { OpenDocument } from '@hearth/contracts/documents/documents';
import { SCHEMA_VERSION } from '@hearth/contracts/rich-text/rich-text-values';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { DocumentClient, openDocument, type DocumentOptions } from '#testing/document-client.ts';
import { makeDocument } from '#testing/documents.ts';
import {
  joinTeam,
  makeProTeam,
  makeProject,
  signIn,
  type ApiResponse,
  type SignedIn,
} from '#testing/make.ts';
import type { SharedApp } from '#testing/start-app.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

/** Maximum time from the commit to the loss of access. It is generous because the test host may be under load. */
const CUT_MS = 20_000;

interface Scene {
  owner: SignedIn;
  writer: SignedIn;
  teamId: string;
  documentId: string;
  parentId: string;
  projectId: string;
  team: string;
}

/** Access changes after which the writer may only read the document (`readOnly` is the reason) or no longer see it (`readOnly` is null). */
const LOSSES: {
  name: string;
  take: (scene: Scene, api: SharedApp) => Promise<ApiResponse>;
  readOnly: ReadOnlyReason | null;
}[] = [
  {
    name: 'the grant is revoked',
    take: ({ owner, writer, team, parentId }) =>
      owner.delete(`${team}/documents/${parentId}/grants/${writer.user.id}`),
    readOnly: null,
  },
  {
    name: 'the grant is lowered',
    take: ({ owner, writer, team, parentId }) =>
      owner.send('PUT', `${team}/documents/${parentId}/grants/${writer.user.id}`, {
        body: { level: 'view' },
      }),
    readOnly: 'rights',
  },
  {
    name: 'the page is made private',
    take: ({ owner, team, documentId }) =>
      owner.patch(`${team}/documents/${documentId}`, { isPrivate: true }),
    readOnly: null,
  },
  {
    name: 'the page moves out of the parent that is shared with the user',
    take: ({ owner, team, documentId }) => owner.patch(`${team}/documents/${documentId}`, { parentId: null }),
    readOnly: null,
  },
  {
    name: 'the user is removed from the team',
    take: ({ owner, writer, team }) => owner.delete(`${team}/members/${writer.user.id}`),
    readOnly: null,
  },
  {
    name: 'the user loses the seat',
    take: async ({ owner, teamId, team }, api) => {
      const other = await signIn(api, 'other@example.com');
      await joinTeam(owner, teamId, other);
      // End the grace period, so that the choice takes effect immediately.
      await asOwner(api.app.db, (tx) =>
        sql`update memberships set view_only_since = now()
          where team_id = ${teamId} and user_id = ${other.user.id}`.execute(tx),
      );
      return await owner.send('PUT', `${team}/seats`, { body: { keptIds: [owner.user.id] } });
    },
    readOnly: 'rights',
  },
  { name: 'the user signs out', take: ({ writer }) => writer.post('/auth/signout'), readOnly: null },
  {
    name: 'the page is trashed',
    take: ({ owner, team, documentId }) => owner.delete(`${team}/documents/${documentId}`),
    readOnly: null,
  },
  {
    name: 'the parent page is trashed',
    take: ({ owner, team, parentId }) => owner.delete(`${team}/documents/${parentId}`),
    readOnly: null,
  },
  {
    name: 'the project is trashed',
    take: ({ owner, team, projectId }) => owner.delete(`${team}/projects/${projectId}`),
    readOnly: null,
  },
  { name: 'the team is deleted', take: ({ owner, team }) => owner.delete(team), readOnly: null },
];

describeOneEngine('access over document connections', (engine) => {
  const api = useSharedApp(engine);
  const [owner] = usePeople(api, 'owner');
  let scene: Scene;
  let run = 0;
  const open: DocumentClient[] = [];

  /** The writer is a guest with a grant on the parent of the document, a page in a project. */
  beforeEach(async () => {
    const writer = await signIn(api, `writer${++run}@example.com`);
    const teamId = await makeProTeam(owner, { guest: [writer] });
    const team = `/teams/${teamId}`;
    const projectId = (await makeProject(owner, teamId)).id;
    const parentId = (await makeDocument(owner, teamId, { projectId })).id;
    const documentId = (await makeDocument(owner, teamId, { parentId, markdown: 'Begin' })).id;
    const path = `${team}/documents/${parentId}/grants/${writer.user.id}`;
    expect((await owner.send('PUT', path, { body: { level: 'edit' } })).status).toBe(200);
    scene = { owner, writer, teamId, documentId, parentId, projectId, team };
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });

  async function enter(person: SignedIn, options: DocumentOptions = {}): Promise<DocumentClient> {
    const client = await openDocument(person, `${scene.teamId}/${scene.documentId}`, options);
    open.push(client);
    return client;
  }
  /** Returns the content of the document after the stored state and all updates in the log. */
  async function readLog(): Promise<string> {
    const doc = new Y.Doc();
    const { rows } = await asOwner(api.app.db, (tx) =>
      sql<{ update: Buffer }>`
        select state as update from document_states where document_id = ${scene.documentId}
        union all select update from document_updates where document_id = ${scene.documentId}`.execute(tx),
    );
    for (const { update } of rows) Y.applyUpdate(doc, update);
    return doc.getXmlFragment('default').toJSON();
  }

  /** Resolves when the server has committed its next request. The server publishes a notification in the same event loop turn. */
  async function noteCommit(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    const stop = api.app.fanout.subscribe(({ kind }) => {
      if (['head', 'access', 'sessionEnded'].includes(kind)) resolve(performance.now());
    });
    return await promise.finally(stop);
  }

  describe('when write access is lost', () => {
    it.each(LOSSES)(
      'disconnects the tab and drops in-flight updates when $name',
      async ({ take, readOnly: left }) => {
        const { writer } = scene;
        const [tab, other] = [await enter(writer), await enter(owner)];
        tab.write('while they might');
        await tab.acknowledged();
        // Types continuously, so that an update is in flight at any time.
        let typed = 0;
        const typing = setInterval(() => tab.write(`under way ${++typed};`), 2);
        const before = tab.cutAt.length;
        const committed = noteCommit();
        const { status } = await take(scene, api);
        expect(status).toBeLessThan(300);
        // Runs in the same tick: the server may not have processed its own notification yet.
        tab.write('too late');
        await tab.until(() => tab.cutAt.length > before);
        clearInterval(typing);
        const cutMs = (tab.cutAt[before] ?? Infinity) - (await committed);
        expect(cutMs).toBeLessThan(CUT_MS);
        const last = Number(/under way (\d+);(?!.*under way)/.exec(tab.lines.join(' '))?.[1]);
        expect(last).toBeGreaterThan(0);
        tab.write('and later');
        if (left === null) await expectClosed(tab);
        else {
          tab.reopen();
          await tab.until(() => tab.access.at(-1)?.readOnly === left);
        }
        const log = await readLog();
        expect(log).toContain('while they might');
        for (const late of ['too late', 'and later']) {
          expect(log).not.toContain(late);
          expect(other.lines).not.toContain(late);
        }
        console.log(`[rights] ${engine.kind}: cut off after ${Math.round(cutMs)} ms, ${typed} typed`);
      },
    );

    async function expectClosed(tab: DocumentClient): Promise<void> {
      await tab.until(
        () => ['NOT_FOUND', 'FORBIDDEN'].includes(tab.reasons.at(-1) ?? '') || tab.codes.includes(4401),
      );
      const again = new DocumentClient(scene.writer, `${scene.teamId}/${scene.documentId}`, {
        comesBack: false,
      });
      open.push(again);
      await again.until(() => again.reasons.length + again.codes.length > 0);
      expect([again.access, again.lines]).toEqual([[], []]);
    }
  });

  describe('with read-only access', () => {
    const READERS: { name: ReadOnlyReason; prepare: () => Promise<DocumentOptions> }[] = [
      {
        name: 'rights',
        prepare: async () => {
          const path = `${scene.team}/documents/${scene.parentId}/grants/${scene.writer.user.id}`;
          await owner.send('PUT', path, { body: { level: 'view' } });
          return {};
        },
      },
      {
        name: 'archived',
        prepare: async () => {
          const path = `${scene.team}/documents/${scene.documentId}/archive`;
          expect((await owner.send('PUT', path)).status).toBeLessThan(300);
          return {};
        },
      },
      { name: 'reload', prepare: async () => await Promise.resolve({ schema: SCHEMA_VERSION - 1 }) },
    ];

    it.each(READERS)('reports the reason $name and drops updates', async ({ name, prepare }) => {
      const options = await prepare();
      const [tab, other] = [await enter(scene.writer, options), await enter(owner)];
      expect(tab.access).toEqual<AccessMessage[]>([{ type: 'access', readOnly: name }]);
      expect(tab.lines).toEqual(['Begin']);
      const before = await readLog();
      let refused = 0;
      tab.provider.on('message', ({ event }: { event: { data: ArrayBuffer } }) => {
        // The protocol's reply to an update: message type 8, with 0 for "not applied".
        const [kind, isApplied] = new Uint8Array(event.data).slice(-2);
        if (kind === 8 && isApplied === 0) refused += 1;
      });
      tab.write('from a reader');
      await tab.until(() => refused > 0);
      expect(tab.isAcknowledged).toBe(false);
      expect(await readLog()).toBe(before);
      expect(other.lines).toEqual(['Begin']);
      // A new handshake does not apply the update either.
      const again = new DocumentClient(scene.writer, `${scene.teamId}/${scene.documentId}`, {
        ...options,
        doc: tab.doc,
      });
      open.push(again);
      await again.until(() => again.provider.synced && again.access.length > 0);
      if (name !== 'archived') {
        other.write('from an editor');
        await tab.shows('from an editor');
      }
      expect(other.lines).not.toContain('from a reader');
      expect(await readLog()).not.toContain('from a reader');
      const { body } = await owner.get<{ document: OpenDocument }>(
        `${scene.team}/documents/${scene.documentId}`,
      );
      expect(body.document.text).not.toContain('from a reader');
    });
  });
});
