import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeDocumentRow } from '#testing/team-rows.ts';
import { buildTree, listAncestors, listLines, listSubtree, type Document } from './document-tree.ts';

function make(id: string, fields: Partial<Document> = {}): Document {
  return makeDocumentRow(id, { createdBy: 'me', ...fields });
}

const draw = (rows: readonly Document[], open: readonly string[], isGuest = false) => {
  const tree = buildTree(rows, 'me', isGuest);
  return Object.fromEntries(
    [...tree.sections.keys()].map((section) => [
      section,
      listLines(tree, section, (id) => open.includes(id)).map(
        ({ row, level }) => '  '.repeat(level - 1) + row.id,
      ),
    ]),
  );
};

it('groups documents by audience and shows the children of expanded documents', () => {
  const rows = [
    make('handbook', { position: 'a1' }),
    make('news', { position: 'a0' }),
    make('leave', { parentId: 'handbook' }),
    make('sick', { parentId: 'leave' }),
    make('brief', { projectId: 'web' }),
    make('diary', { isRestricted: true, isPrivate: true, access: ['diary'] }),
    make('plan', { isRestricted: true, isPrivate: true, access: ['plan'], createdBy: 'ben' }),
    // The parent is not visible to this user.
    make('minutes', { parentId: 'hidden', isRestricted: true, access: ['minutes'], createdBy: 'ben' }),
  ];
  expect(draw(rows, ['handbook'])).toEqual({
    team: ['news', 'handbook', '  leave'],
    'project:web': ['brief'],
    private: ['diary'],
    shared: ['minutes', 'plan'],
  });
  expect(draw(rows, ['handbook', 'leave'])['team']).toEqual(['news', 'handbook', '  leave', '    sick']);
});

it('lists documents that a guest can access in the shared section', () => {
  expect(draw([make('faq', { access: ['faq'], createdBy: 'ben' })], [], true)).toEqual({ shared: ['faq'] });
});

it('lists the ancestors and descendants of a document', () => {
  const tree = buildTree(
    [make('a'), make('b', { parentId: 'a' }), make('c', { parentId: 'b' })],
    'me',
    false,
  );
  expect(listAncestors(tree.rows, 'c').map(({ id }) => id)).toEqual(['a', 'b']);
  const [top] = tree.sections.get('team') ?? [];
  expect(top && listSubtree(tree.children, top).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

it('lists every document exactly once at any nesting depth', () => {
  const forest = fc.array(fc.nat({ max: 40 }), { maxLength: 40 }).map((parents) =>
    parents.map((parent, at) =>
      // The parent is an earlier document to avoid cycles. 0 means top level.
      make(String(at), { parentId: at === 0 || parent % at === 0 ? null : String(parent % at) }),
    ),
  );
  fc.assert(
    fc.property(forest, (rows) => {
      const drawn = draw(
        rows,
        rows.map(({ id }) => id),
      );
      const ids = Object.values(drawn).flatMap((lines) => lines.map((line) => line.trim()));
      expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    }),
  );
});
