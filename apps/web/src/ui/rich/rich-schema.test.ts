import { getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import { readRichText } from '@hearth/contracts/rich-text/rich-text-check-values';
import { listAttrs, listNodeNames, RICH_MARKS } from '@hearth/contracts/rich-text/rich-nodes-values';
import { FULL_TEXT, richTexts } from '@hearth/contracts/testing/rich-texts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSchema } from './rich-schema.ts';

const names = {
  person: () => ({ name: 'Ada', isSelf: false }),
  task: () => null,
  stepLabel: (text: string) => text,
};
const schema = getSchema(createSchema(names));

it('defines exactly the nodes, marks and attributes of the contract', () => {
  const attrsOf = (specs: Record<string, { spec: { attrs?: object } }>) =>
    Object.fromEntries(
      Object.entries(specs).map(([name, { spec }]) => [name, Object.keys(spec.attrs ?? {})]),
    );
  const nodes = listNodeNames('description').map((name) => [
    name,
    Object.keys(listAttrs(name, 'description')),
  ]);
  const marks = Object.entries(RICH_MARKS).map(([name, attrs]) => [name, Object.keys(attrs)]);
  expect(attrsOf(schema.nodes)).toEqual(Object.fromEntries(nodes));
  expect(attrsOf(schema.marks)).toEqual(Object.fromEntries(marks));
});

it('round-trips every rich text that the server accepts', () => {
  fc.assert(
    fc.property(fc.oneof(richTexts, fc.constant(FULL_TEXT)), (given) => {
      const read = readRichText(given);
      if (!('doc' in read)) throw new Error('refused');
      const doc = Node.fromJSON(schema, read.doc);
      doc.check();
      expect(readRichText(JSON.parse(JSON.stringify(doc.toJSON())))).toEqual(read);
    }),
  );
});
