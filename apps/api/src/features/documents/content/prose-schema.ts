import { RICH_MARKS, RICH_NODES, listAttrs } from '@hearth/contracts/rich-text/rich-nodes-values';
import type { RichNodeName } from '@hearth/contracts/rich-text/rich-text-values';
import { Schema, type AttributeSpec, type MarkSpec, type NodeSpec } from 'prosemirror-model';
import type { RawNode } from './read-shared.ts';

/** The ProseMirror schema, built from the contract's node list. */
export const PROSE_SCHEMA = makeSchema([]);

/** Builds the schema, extended by the unknown node and attribute names of a newer build in the given nodes. */
export function makeSchema(unknown: readonly RawNode[]): Schema {
  const nodes: Record<string, NodeSpec> = {};
  const marks: Record<string, MarkSpec> = {};
  for (const [name, rule] of Object.entries(RICH_NODES)) {
    nodes[name] = {
      content: rule.content,
      attrs: makeAttrs(Object.keys(listAttrs(name as RichNodeName, 'document'))),
      ...(rule.kind === 'part' ? {} : { group: rule.kind }),
      ...(rule.kind === 'inline' ? { inline: true } : {}),
      ...('isCode' in rule ? { code: true, marks: '' } : {}),
    };
  }
  for (const [name, rules] of Object.entries(RICH_MARKS)) {
    marks[name] = { attrs: makeAttrs(Object.keys(rules)), ...(name === 'code' ? { excludes: '_' } : {}) };
  }
  for (const part of unknown) addNames(part, nodes, marks);
  return new Schema({ nodes, marks });
}

function addNames(part: RawNode, nodes: Record<string, NodeSpec>, marks: Record<string, MarkSpec>): void {
  if (part.type !== 'text') {
    const spec = nodes[part.type] ?? { content: '', group: 'unknown' };
    nodes[part.type] = { ...spec, attrs: { ...spec.attrs, ...makeAttrs(Object.keys(part.attrs ?? {})) } };
  }
  for (const { type, attrs } of part.marks ?? []) {
    const spec = marks[type] ?? {};
    marks[type] = { ...spec, attrs: { ...spec.attrs, ...makeAttrs(Object.keys(attrs ?? {})) } };
  }
  for (const one of part.content ?? []) addNames(one, nodes, marks);
}

/** Declares attributes with the default null because Yjs does not store attributes that are null. */
function makeAttrs(names: readonly string[]): Record<string, AttributeSpec> {
  return Object.fromEntries(names.map((name) => [name, { default: null }]));
}
