import { expect, it } from 'vitest';
import { buildTree, listSiblings, type Document } from '#features/documents/model/document-tree.ts';
import { opensUp, readDrop, readStep } from './tree-moves.ts';

function make(id: string, parentId: string | null, fields: Partial<Document> = {}): Document {
  return {
    id,
    parentId,
    projectId: null,
    position: id,
    access: [],
    isRestricted: false,
    isPrivate: false,
    createdBy: 'me',
    ...fields,
  } as Document;
}

const secret = { isRestricted: true, access: ['s'] };
const rows = [
  make('a', null),
  make('b', null),
  make('b1', 'b'),
  make('b2', 'b'),
  make('c', null),
  make('s', null, { ...secret, isPrivate: true }),
  make('s1', 's', secret),
  make('s2', 's', secret),
];
const tree = buildTree(rows, 'me', false);
const siblingsOf = (row: Document) => listSiblings(tree, row, 'me', false);
const row = (id: string) => tree.rows.get(id) as Document;
const drop = (id: string, target: string, spot: 'before' | 'after' | 'into') =>
  readDrop(tree, siblingsOf, id, row(target), spot);
const step = (id: string, direction: 'up' | 'down' | 'in' | 'out') =>
  readStep(tree, siblingsOf, row(id), direction);

it('drops a document beside or into another one, but never into itself or a descendant', () => {
  expect(drop('a', 'c', 'before')).toEqual({ parentId: null, projectId: null, index: 1, after: 'b' });
  expect(drop('a', 'c', 'after')).toEqual({ parentId: null, projectId: null, index: 2, after: 'c' });
  expect(drop('c', 'b1', 'after')).toEqual({ parentId: 'b', projectId: null, index: 1, after: 'b1' });
  expect(drop('a', 'b', 'into')).toEqual({ parentId: 'b', projectId: null });
  expect(drop('b', 'b', 'into')).toBeNull();
  expect(drop('b', 'b1', 'after')).toBeNull();
});

it('changes the privacy of a document that is dropped into another section', () => {
  expect(drop('a', 's', 'after')).toEqual({
    parentId: null,
    projectId: null,
    index: 1,
    after: 's',
    isPrivate: true,
  });
  const out = { parentId: null, projectId: null, index: 0, after: null, isPrivate: false };
  expect(drop('s', 'a', 'before')).toEqual(out);
  expect(opensUp(tree, row('s'), out)).toBe(true);
  expect(drop('s', 'b1', 'before')).toEqual({ parentId: 'b', projectId: null, index: 0, after: null });
});

it('moves a document up, down, into its preceding sibling and out of its parent with the keyboard', () => {
  expect(step('b', 'up')).toEqual({ parentId: null, projectId: null, index: 0, after: null });
  expect(step('b', 'down')).toEqual({ parentId: null, projectId: null, index: 2, after: 'c' });
  expect(step('a', 'up')).toBeNull();
  expect(step('c', 'down')).toBeNull();
  expect(step('c', 'in')).toEqual({ parentId: 'b', projectId: null });
  expect(step('a', 'in')).toBeNull();
  expect(step('b2', 'out')).toEqual({ parentId: null, projectId: null, index: 2, after: 'b' });
  expect(step('a', 'out')).toBeNull();
});

it('detects wider access only if a move leaves the document whose restriction applies', () => {
  expect(opensUp(tree, row('s1'), { parentId: null, projectId: null })).toBe(true);
  expect(opensUp(tree, row('s1'), { parentId: 'a', projectId: null })).toBe(true);
  expect(opensUp(tree, row('s1'), { parentId: 's2', projectId: null })).toBe(false);
  expect(opensUp(tree, row('s'), { parentId: 'a', projectId: null })).toBe(false);
  expect(opensUp(tree, row('a'), { parentId: 's', projectId: null })).toBe(false);
});
