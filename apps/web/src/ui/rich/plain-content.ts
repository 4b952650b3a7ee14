import { commands, Extension, type Content } from '@tiptap/core';
import { Fragment, Node, type Schema } from '@tiptap/pm/model';

/**
 * Content commands that never parse HTML. Tiptap's own commands parse every string, and content that does not fit the schema, with
 * DOMParser. The page's Trusted Types policy blocks that: the command throws, and its key falls through to the browser. In these commands,
 * a string is plain text, and content that does not fit is rejected by returning false.
 */
export const PlainContent = Extension.create({
  name: 'plainContent',
  addCommands: () => ({
    // Also used by insertContent.
    insertContentAt: (position, value, options) => (props) => {
      const content = readContent(value, props.editor.schema);
      return content !== null && commands.insertContentAt(position, content, options)(props);
    },
    // Also used by clearContent.
    setContent: (value, options) => (props) => {
      const { schema } = props.editor;
      const content = value === '' ? schema.topNodeType.createAndFill() : readContent(value, schema);
      return content !== null && commands.setContent(content, options)(props);
    },
  }),
});

function readContent(value: Content | Node | Fragment, schema: Schema): Node | Fragment | null {
  if (value instanceof Node || value instanceof Fragment) return value;
  if (value === null || value === '') return Fragment.empty;
  if (typeof value === 'string') return schema.text(value);
  try {
    return Array.isArray(value)
      ? Fragment.fromArray(value.map((one) => schema.nodeFromJSON(one)))
      : schema.nodeFromJSON(value);
  } catch {
    return null;
  }
}
