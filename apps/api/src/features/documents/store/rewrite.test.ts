import { REWRITES } from '@hearth/contracts/documents/collaboration-values';
import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { encodeState } from '#features/documents/content/content.ts';
import { rewrite } from './rewrite.ts';

const state = encodeState(parseMarkdown('Rye loaf'));

it('increments the rewrite count so that open editors can undo the rewrite', () => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  let updates: Uint8Array[] = [];
  for (const text of ['Oat loaf', 'Spelt loaf']) {
    const rewritten = rewrite({ log: { state, updates }, next: parseMarkdown(text), base: null });
    updates = [...updates, rewritten?.update ?? new Uint8Array()];
  }
  const counts = updates.map((update) => {
    Y.applyUpdate(doc, update);
    return doc.getMap(REWRITES).get('count');
  });
  expect(counts).toEqual([1, 2]);
});

it('returns no update for unchanged content', () => {
  const rewritten = rewrite({ log: { state, updates: [] }, next: parseMarkdown('Rye loaf'), base: null });
  expect(rewritten?.update).toBeNull();
});
