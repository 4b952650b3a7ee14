import { Extension } from '@tiptap/core';
import { Fragment, type Attrs, type Mark, type Node, type NodeType, type Schema } from '@tiptap/pm/model';

/**
 * Preserves nodes that this release does not support. The binding creates nodes with `schema.node` and deletes nodes that `schema.node`
 * rejects for all clients. Therefore unknown nodes become an `unknownBlock` in the editor. The shared node stays unchanged unless it is
 * moved.
 */
export const KeepUnknown = Extension.create({
  name: 'keepUnknown',
  onBeforeCreate() {
    keepUnknown(this.editor.schema);
  },
});

type Content = Fragment | Node | readonly Node[] | null;

export function keepUnknown(schema: Schema): void {
  const make = schema.node.bind(schema);
  schema.node = (type: string | NodeType, attrs: Attrs | null = null, content?: Content, marks?) => {
    const name = typeof type === 'string' ? type : type.name;
    const given = content ?? undefined;
    const parts = listParts(content);
    const known = schema.nodes[name];
    if (known === undefined) return wrap(schema, name, attrs, parts, marks);
    if (!parts.some(isUnknown)) return make(type, attrs, given, marks);
    const fitting = known.inlineContent
      ? parts.map((part) => (isUnknown(part) ? makeInline(schema, part) : part))
      : parts;
    try {
      return make(type, attrs, fitting, marks);
    } catch {
      // The parent's content model requires the unknown node, so wrap the parent too.
      return wrap(schema, name, attrs, parts, marks);
    }
  };
}

function listParts(content: Content | undefined): readonly Node[] {
  if (content === undefined || content === null) return [];
  if (content instanceof Fragment) return content.content;
  return Array.isArray(content) ? (content as readonly Node[]) : [content as Node];
}

function isUnknown({ type }: Node): boolean {
  return type.name === 'unknownBlock' || type.name === 'unknownInline';
}

function makeInline(schema: Schema, part: Node): Node {
  const inline = schema.nodes['unknownInline'];
  return inline === undefined ? part : inline.create({ json: part.attrs['json'] as string });
}

function wrap(
  schema: Schema,
  type: string,
  attrs: Attrs | null,
  parts: readonly Node[],
  marks: readonly Mark[] = [],
): Node {
  const json = {
    type,
    ...(attrs === null || Object.keys(attrs).length === 0 ? {} : { attrs }),
    ...(marks.length === 0 ? {} : { marks: marks.map((mark) => mark.toJSON() as unknown) }),
    ...(parts.length === 0 ? {} : { content: parts.map(unwrap) }),
  };
  const block = schema.nodes['unknownBlock'];
  if (block === undefined) throw new RangeError(`Unknown node type: ${type}`);
  return block.create({ json: JSON.stringify(json) });
}

function unwrap(part: Node): unknown {
  return isUnknown(part) ? (JSON.parse(String(part.attrs['json'])) as unknown) : part.toJSON();
}
