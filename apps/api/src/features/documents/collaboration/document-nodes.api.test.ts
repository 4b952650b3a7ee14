import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import type { Caret } from '@hearth/contracts/documents/collaboration-values';
import type { OpenDocument } from '@hearth/contracts/documents/documents';
import { openDocument, type DocumentClient } from '#testing/document-client.ts';
import { makeDocument } from '#testing/documents.ts';
import { joinTeam, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { canStartNodes, makeNodes, NODE_KINDS, type Nodes } from '#testing/nodes.ts';
import { at } from '#testing/revocation/revocation-scene.ts';
import { IS_ALL } from '#testing/sample.ts';

/** The product promises one second. The limit is higher because the test host may be under load. */
const CUT_AT_LOAD_MS = 5000;

describe.skipIf(!canStartNodes).each(IS_ALL ? NODE_KINDS : NODE_KINDS.slice(0, 1))(
  'one document on two nodes, over $name',
  (kind) => {
    let nodes: Nodes;
    let one: SignedIn;
    let other: SignedIn;
    let team: string;
    const open: DocumentClient[] = [];

    beforeAll(async () => {
      nodes = await makeNodes(kind);
      one = await signIn(nodes.first, 'one@example.com');
      other = at(await signIn(nodes.first, 'other@example.com'), nodes.second);
      team = `/teams/${(await makeTeam(one))._id}`;
      await one.post(`/dev${team}/plan`, { plan: 'pro' });
      await joinTeam(one, team.slice(7), other);
    });
    afterEach(() => {
      for (const client of open.splice(0)) client.close();
    });
    afterAll(async () => {
      nodes?.redis?.thaw();
      await nodes?.close();
    });

    async function enterBoth(): Promise<{ id: string; near: DocumentClient; far: DocumentClient }> {
      const { id } = await makeDocument(one, team.slice(7), { markdown: 'Begin' });
      const near = await openDocument(one, `${team.slice(7)}/${id}`);
      const far = await openDocument(other, `${team.slice(7)}/${id}`);
      open.push(near, far);
      return { id, near, far };
    }
    function listCarets({ provider }: DocumentClient): unknown[] {
      return [...(provider.awareness?.getStates().values() ?? [])].map((state) => (state as Caret).user?.id);
    }

    it('broadcasts edits and carets to the other node', async () => {
      const { id, near, far } = await enterBoth();
      for (let at = 0; at < 20; at += 1) {
        near.write(`near ${at}`);
        far.write(`far ${at}`);
      }
      await Promise.all([near.acknowledged(), far.acknowledged()]);
      await near.until(() => near.lines.length === 41 && far.lines.length === 41);
      expect(near.lines).toEqual(far.lines);
      await other.patch(`${team}/documents/${id}`, { markdown: 'By API at the other' });
      await near.until(() => near.lines.join() === 'By API at the other');

      const anchor = Y.createRelativePositionFromTypeIndex(near.doc.getXmlFragment('default'), 0);
      near.provider.awareness?.setLocalState({ cursor: { anchor, head: anchor }, user: { id: 'a lie' } });
      await far.until(() => listCarets(far).includes(one.user.id));
      expect(listCarets(far)).not.toContain('a lie');
      near.close();
      await far.until(() => !listCarets(far).includes(one.user.id));
    });

    it('disconnects a client on one node when access is revoked on the other', async () => {
      const { id, near, far } = await enterBoth();
      const { status } = await one.patch(`${team}/documents/${id}`, { isPrivate: true });
      const taken = performance.now();
      // The write must be dropped even if the other node has not been notified yet.
      far.write('too late');
      expect(status).toBe(200);
      await far.until(() => far.reasons.includes('NOT_FOUND'));
      const ms = performance.now() - taken;
      console.log(`[nodes] ${kind.name}: cut off at the other node after ${Math.round(ms)} ms`);
      expect(ms).toBeLessThan(CUT_AT_LOAD_MS);
      near.write('still there');
      await near.acknowledged();
      const { body } = await one.get<{ document: OpenDocument }>(`${team}/documents/${id}`);
      expect(body.document.text).toBe('Begin\n\nstill there');
      expect(near.lines).toEqual(['Begin', 'still there']);
    });

    it('accepts edits during a pub/sub outage and converges afterwards', async () => {
      const { near, far } = await enterBoth();
      nodes.redis?.freeze();
      near.write('while they are apart');
      await near.acknowledged();
      if (nodes.redis === null) await far.shows('while they are apart');
      nodes.redis?.thaw();
      await far.shows('while they are apart');
    });

    // This test runs last because it leaves only one node running.
    it('stays editable on one node after the other is killed', async () => {
      const { id, near, far } = await enterBoth();
      near.write('before the end');
      await near.acknowledged();
      far.write('from one that goes on');
      await nodes.first.end('SIGKILL');
      far.write('and on');
      await far.acknowledged();
      const { body } = await other.get<{ document: OpenDocument }>(`${team}/documents/${id}`);
      for (const text of ['before the end', 'from one that goes on', 'and on'])
        expect(body.document.text).toContain(text);
      // The client of the killed node reconnects to the remaining node and sends the text typed in the meantime.
      near.write('typed without a node');
      near.close();
      const moved = await openDocument(at(one, nodes.second), `${team.slice(7)}/${id}`, { doc: near.doc });
      open.push(moved);
      await far.shows('typed without a node');
      expect(moved.lines).toEqual(far.lines);
    });
  },
);
