import { Node, type AnyExtension, type Extensions, type NodeViewRenderer } from '@tiptap/core';
import { CodeBlock } from '@tiptap/extension-code-block';
import { Heading } from '@tiptap/extension-heading';
import { OrderedList, TaskItem, TaskList } from '@tiptap/extension-list';
import { StarterKit } from '@tiptap/starter-kit';
import { findNodeRule } from '@hearth/contracts/rich-text/rich-nodes-values';
import { isSafeAddress, type RichNodeName } from '@hearth/contracts/rich-text/rich-text-values';
import { PlainContent } from './plain-content.ts';
import { RedoKey } from './redo-key.ts';
import { writePerson, writeTask, type RichNames } from './rich-names.ts';
import { TypedLink } from './typed-links.ts';
import { withTypedSigns } from './typed-marks.ts';
import styles from './rich.module.css';

interface SchemaParts {
  /** Code blocks with a toolbar around the code. */
  code?: AnyExtension;
  /** False for a collaborative document. It has a shared undo history. */
  hasOwnUndo?: boolean;
  /** The heading level, within the page, of the document's largest heading. */
  topHeading?: 2 | 3;
}

/** The menus offer the first three levels. Markdown and pasted content can create the others. */
const LEVELS = [1, 2, 3, 4, 5, 6] as const;

/** The text direction follows the first strong character. In the editor itself, the style sheet sets it. */
const AUTO = { HTMLAttributes: { dir: 'auto' } };

/** The node and mark types of formatted documents for Tiptap. rich-schema.test.ts compares them to the contract's list. */
export function createSchema(names: RichNames, parts: SchemaParts = {}): Extensions {
  const { code = Code.configure({ enableTabIndentation: true }), hasOwnUndo = true, topHeading = 3 } = parts;
  return [
    TypedKit.configure({
      ...(hasOwnUndo ? {} : { undoRedo: false }),
      bulletList: AUTO,
      blockquote: AUTO,
      link: false,
      orderedList: false,
      heading: false,
      codeBlock: false,
      // An automatic trailing node would shift the content below as soon as the user starts typing.
      trailingNode: false,
      dropcursor: { class: styles.dropCursor ?? '', color: false },
    }),
    createHeading(topHeading).configure({ levels: [...LEVELS] }),
    code,
    Numbered.configure(AUTO),
    TaskList.configure(AUTO),
    createStep(names),
    TypedLink.configure({
      openOnClick: false,
      markdownLinks: true,
      defaultProtocol: 'https',
      protocols: [],
      isAllowedUri: isSafeAddress,
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer nofollow' },
    }),
    createMention(names),
    createTaskLink(names),
    PlainContent,
    RedoKey,
  ];
}

/** Whether the contract allows this value for the attribute. */
function fits(name: RichNodeName, attr: string, value: unknown): boolean {
  return findNodeRule(name)?.attrs?.[attr]?.(value) ?? false;
}

/** Renders headings below the page's own levels so that a heading in a document does not outrank the screen's. */
function createHeading(top: 2 | 3) {
  return Heading.extend({
    parseHTML() {
      return [
        ...LEVELS.map((level) => ({ tag: `[data-level="${level}"]`, attrs: { level }, priority: 60 })),
        ...LEVELS.map((level) => ({ tag: `h${level}`, attrs: { level } })),
      ];
    },
    renderHTML({ node }) {
      const level = Number(node.attrs['level']);
      return [`h${Math.min(level + top - 1, 6)}`, { 'data-level': level }, 0];
    },
  });
}

export const Code = CodeBlock.extend({
  addAttributes() {
    return {
      language: {
        default: null,
        rendered: false,
        parseHTML: (element) => {
          const [, language] =
            /(?:^|\s)language-(\S+)/.exec(element.firstElementChild?.className ?? '') ?? [];
          return fits('codeBlock', 'language', language) ? language : null;
        },
      },
    };
  },
  renderHTML({ node }) {
    const language: unknown = node.attrs['language'];
    return ['pre', {}, ['code', typeof language === 'string' ? { class: `language-${language}` } : {}, 0]];
  },
});

const TypedKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map(withTypedSigns);
  },
});

const Numbered = OrderedList.extend({
  // Tiptap's own paste rule treats any two numbered lines as a list, even in code. `createPaste` evaluates the whole text instead.
  addProseMirrorPlugins: () => [],
  addAttributes() {
    return {
      start: {
        default: 1,
        parseHTML: (element) => {
          const start = Number(element.getAttribute('start') ?? 1);
          return fits('orderedList', 'start', start) ? start : 1;
        },
      },
    };
  },
});

function createStep(names: RichNames) {
  return TaskItem.extend({
    addNodeView() {
      const draw = this.parent?.();
      return (props) => {
        const view = draw?.(props) as ReturnType<NodeViewRenderer>;
        // The label is in the user's language. With its own direction, it does not affect that of the list.
        view.dom.querySelector('label')?.setAttribute('dir', 'auto');
        return view;
      };
    },
  }).configure({
    nested: true,
    a11y: { checkboxLabel: (node) => names.stepLabel(node.firstChild?.textContent ?? '') },
  });
}

function createMention(names: RichNames) {
  return Node.create({
    name: 'mention',
    group: 'inline',
    inline: true,
    atom: true,
    selectable: false,
    addAttributes() {
      return { id: { default: null } };
    },
    parseHTML() {
      return [{ tag: 'span[data-mention]', getAttrs: (element) => readAttr(element, 'mention', 'id') }];
    },
    renderHTML({ node }) {
      const id = String(node.attrs['id']);
      const isSelf = names.person(id).isSelf;
      return [
        'span',
        { class: styles.mention, 'data-mention': id, ...(isSelf ? { 'data-self': '' } : {}) },
        writePerson(names, id),
      ];
    },
    renderText({ node }) {
      return writePerson(names, String(node.attrs['id']));
    },
  });
}

function createTaskLink(names: RichNames) {
  return Node.create({
    name: 'taskLink',
    group: 'inline',
    inline: true,
    atom: true,
    selectable: false,
    addAttributes() {
      return { key: { default: null } };
    },
    parseHTML() {
      return [{ tag: 'span[data-task]', getAttrs: (element) => readAttr(element, 'taskLink', 'key') }];
    },
    renderHTML({ node }) {
      const key = String(node.attrs['key']);
      const isClosed = names.task(key)?.isClosed ?? false;
      return [
        'span',
        { class: styles.task, 'data-task': key, ...(isClosed ? { 'data-closed': '' } : {}) },
        writeTask(names, key),
      ];
    },
    renderText({ node }) {
      return String(node.attrs['key']);
    },
  });
}

function readAttr(element: HTMLElement, name: 'mention' | 'taskLink', attr: string) {
  const value = element.dataset[name === 'mention' ? 'mention' : 'task'];
  return fits(name, attr, value) ? { [attr]: value } : false;
}
