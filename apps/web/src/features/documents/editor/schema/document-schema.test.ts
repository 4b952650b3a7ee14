import { getSchema } from '@tiptap/core';
import { Node, type Schema } from '@tiptap/pm/model';
import { initProseMirrorDoc, updateYFragment } from '@tiptap/y-tiptap';
import { listAttrs, listNodeNames, RICH_MARKS } from '@hearth/contracts/rich-text/rich-nodes-values';
import { FULL_DOCUMENT } from '@hearth/contracts/testing/rich-documents';
import { expect, it } from 'vitest';
import { Doc, XmlElement, XmlText } from 'yjs';
import { BlockPortals } from '#features/documents/editor/blocks/block-portals.ts';
import { createDocumentSchema } from './document-schema.ts';
import { keepUnknown } from './keep-unknown.ts';

const names = {
  person: () => ({ name: 'Ada', isSelf: false }),
  face: (id: string) => ({ id, name: 'Ada', image: null }),
  task: () => null,
  document: () => null,
  stepLabel: (text: string) => text,
};

function makeSchema(): Schema {
  const schema = getSchema(createDocumentSchema(names, new BlockPortals()));
  keepUnknown(schema);
  return schema;
}

it('defines exactly the nodes, marks and attributes of the contract', () => {
  const schema = makeSchema();
  const attrsOf = (specs: Record<string, { spec: { attrs?: object } }>) =>
    Object.fromEntries(
      Object.entries(specs).map(([name, { spec }]) => [name, Object.keys(spec.attrs ?? {}).toSorted()]),
    );
  const nodes = listNodeNames('document').map((name) => [
    name,
    Object.keys(listAttrs(name, 'document')).toSorted(),
  ]);
  const marks = Object.entries(RICH_MARKS).map(([name, attrs]) => [name, Object.keys(attrs).toSorted()]);
  expect(attrsOf(schema.nodes)).toEqual(Object.fromEntries(nodes));
  expect(attrsOf(schema.marks)).toEqual(Object.fromEntries(marks));
});

it('round-trips a document with every node', () => {
  const schema = makeSchema();
  const doc = Node.fromJSON(schema, FULL_DOCUMENT);
  doc.check();
  expect(Node.fromJSON(schema, doc.toJSON()).eq(doc)).toBe(true);
});

it('preserves unknown blocks of a newer release while another block is edited', () => {
  const schema = makeSchema();
  const shared = new Doc();
  const fragment = shared.getXmlFragment('default');
  const future = new XmlElement('futureBlock');
  future.setAttribute('speed', 7 as unknown as string);
  const inside = new XmlElement('paragraph');
  inside.insert(0, [new XmlText('kept')]);
  future.insert(0, [inside]);
  const line = new XmlElement('paragraph');
  line.insert(0, [new XmlText('before')]);
  fragment.insert(0, [line, future]);
  const { doc: root, ...meta } = initProseMirrorDoc(fragment, schema);
  expect(root.child(1).type.name).toBe('unknownBlock');
  expect(JSON.parse(String(root.child(1).attrs['json']))).toMatchObject({
    type: 'futureBlock',
    attrs: { speed: 7 },
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'kept' }] }],
  });
  const edited = root.copy(
    root.content.replaceChild(0, schema.node('paragraph', null, [schema.text('before it')])),
  );
  shared.transact(() => updateYFragment(shared, fragment, edited, meta.meta));
  expect(fragment.toArray().map((part) => part.toJSON())).toEqual([
    '<paragraph>before it</paragraph>',
    '<futureblock speed="7"><paragraph>kept</paragraph></futureblock>',
  ]);
});
