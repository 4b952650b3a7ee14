// @vitest-environment jsdom
import { Editor, type JSONContent } from '@tiptap/core';
import type { RichNode } from '@hearth/contracts/rich-text/rich-text-values';
import { CELL, FULL_DOCUMENT, make, textNode } from '@hearth/contracts/testing/rich-documents';
import { afterEach, expect, it, vi } from 'vitest';
import { NoResponseError } from '#platform/api/api-client.ts';
import { createPaste } from '#ui/rich/paste/create-paste.ts';
import { createSchema } from '#ui/rich/rich-schema.ts';
import { createDocumentSchema } from '#features/documents/editor/schema/document-schema.ts';
import { completeWindow } from '#testing/page-window.ts';
import { BlockPortals } from './block-portals.ts';
import { createFileCopying, FileCopies } from './file-copies.ts';
import { DOCUMENT_NAMES as names } from '#testing/document-names.ts';

const TEAM = '01920000-0000-7000-8000-000000000001';
const HERE = `${TEAM}/01920000-0000-7000-8000-0000000000aa`;
const THERE = `${TEAM}/01920000-0000-7000-8000-0000000000bb`;
const FILE = '01920000-0000-7000-8000-0000000000f1';

completeWindow();
const NO_PICTURES = { take: () => null, onOmitted: () => undefined };
const editors: Editor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});

/** A copy or paste event with its clipboard. */
class Clipboard extends Event {
  readonly clipboardData = {
    data: new Map<string, string>(),
    files: [],
    get types() {
      return [...this.data.keys()];
    },
    clearData() {
      this.data.clear();
    },
    getData(type: string) {
      return this.data.get(type) ?? '';
    },
    setData(type: string, text: string) {
      this.data.set(type, text);
    },
  };
}

function open(name: string, content: JSONContent[], copies = new FileCopies(async () => undefined)): Editor {
  const editor = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    injectCSS: false,
    content: { type: 'doc', content },
    extensions: [
      ...createDocumentSchema(names, new BlockPortals(), name),
      createPaste('document', NO_PICTURES),
      createFileCopying(copies, name),
    ],
  });
  editors.push(editor);
  return editor;
}

function copyAll(editor: Editor): Clipboard['clipboardData'] {
  editor.view.focus();
  editor.commands.selectAll();
  const copy = new Clipboard('copy', { bubbles: true, cancelable: true });
  editor.view.dom.dispatchEvent(copy);
  return copy.clipboardData;
}

function paste(editor: Editor, { data }: Clipboard['clipboardData']): void {
  editor.view.focus();
  editor.commands.selectAll();
  const event = new Clipboard('paste', { bubbles: true, cancelable: true });
  for (const [type, text] of data) event.clipboardData.setData(type, text);
  editor.view.dom.dispatchEvent(event);
}

/** Removes values that the editor sets itself: pasted blocks get new ids, and the cells of a column get the same width. */
function withoutIds(nodes: readonly (RichNode | JSONContent)[] | undefined): unknown {
  return nodes?.map(({ attrs, content, ...node }) => {
    const others = Object.entries(attrs ?? {}).filter(([name]) => name !== 'id' && name !== 'colwidth');
    return {
      ...node,
      ...(others.length === 0 ? {} : { attrs: Object.fromEntries(others) }),
      ...(content === undefined ? {} : { content: withoutIds(content) }),
    };
  });
}

it('preserves every block and attribute except ids and column widths on cut and paste', () => {
  const editor = open(HERE, [...FULL_DOCUMENT.content] as JSONContent[]);
  const clipboard = copyAll(editor);
  editor.commands.clearContent();
  paste(editor, clipboard);
  expect(withoutIds(editor.getJSON().content)).toEqual(withoutIds(FULL_DOCUMENT.content));
});

const text = (words: string): JSONContent => make('paragraph', null, textNode(words)) as JSONContent;
const item = (type: 'listItem' | 'taskItem', attrs: object | null, ...content: JSONContent[]) =>
  make(type, attrs, ...(content as RichNode[]));

it.each([
  [[text('one'), text('two')], 'one\n\ntwo'],
  [
    [make('bulletList', null, item('listItem', null, text('a')), item('listItem', null, text('b')))],
    '- a\n- b',
  ],
  [
    [make('orderedList', { start: 3 }, item('listItem', null, text('a')), item('listItem', null, text('b')))],
    '3. a\n4. b',
  ],
  [
    [
      make(
        'taskList',
        null,
        item('taskItem', { checked: true }, text('a')),
        item(
          'taskItem',
          { checked: false },
          text('b'),
          make('bulletList', null, item('listItem', null, text('c'))) as JSONContent,
        ),
      ),
    ],
    '- [x] a\n- [ ] b\n  - c',
  ],
  [[make('heading', { level: 2 }, textNode('Plan')), text('words')], '## Plan\n\nwords'],
  [
    [make('codeBlock', { language: 'ts' }, textNode('if (a)\n  b();')), text('words')],
    'if (a)\n  b();\n\nwords',
  ],
  [[make('blockquote', null, text('said') as RichNode), text('words')], '> said\n\nwords'],
  [
    [
      make(
        'table',
        null,
        ...['ab', 'cd'].map((row) =>
          make(
            'tableRow',
            null,
            ...row.split('').map((cell) => make('tableCell', CELL, text(cell) as RichNode)),
          ),
        ),
      ),
    ],
    'a\tb\nc\td',
  ],
  [
    [
      make('paragraph', null, make('mention', { id: 'ada' }), textNode(' asks')),
      make(
        'paragraph',
        null,
        textNode('see '),
        textNode('here', { type: 'link', attrs: { href: 'https://a.example' } }),
      ),
    ],
    `${names.person('ada').name === '' ? '' : `@${names.person('ada').name}`} asks\n\nsee here`,
  ],
  // Bare text within a single block, including a list item.
  [[text('one')], 'one'],
  [[make('bulletList', null, item('listItem', null, text('one')))], 'one'],
  [[make('heading', { level: 1 }, textNode('one'))], 'one'],
] as [JSONContent[], string][])('copies blocks as readable plain text: %#', (content, expected) => {
  const editor = open(HERE, content);
  editor.view.focus();
  const { doc } = editor.state;
  const isTable = doc.firstChild?.type.name === 'table';
  if (isTable) editor.commands.selectAll();
  else editor.commands.setTextSelection({ from: 0, to: doc.content.size });
  const copy = new Clipboard('copy', { bubbles: true, cancelable: true });
  editor.view.dom.dispatchEvent(copy);
  expect(copy.clipboardData.getData('text/plain')).toBe(expected);
});

it('copies list items with their numbers', () => {
  const items = ['a', 'b', 'c'].map((words) => item('listItem', null, text(words)));
  const editor = open(HERE, [make('orderedList', { start: 1 }, ...items) as JSONContent]);
  editor.view.focus();
  editor.commands.setNodeSelection(6);
  const copy = new Clipboard('copy', { bubbles: true, cancelable: true });
  editor.view.dom.dispatchEvent(copy);
  expect(copy.clipboardData.getData('text/plain')).toBe('2. b');
  editor.commands.setTextSelection({ from: 8, to: 14 });
  const second = new Clipboard('copy', { bubbles: true, cancelable: true });
  editor.view.dom.dispatchEvent(second);
  expect(second.clipboardData.getData('text/plain')).toBe('2. b\n3. c');
});

it('preserves alternative text and unknown nodes that contain HTML', () => {
  const json = '{"type":"chart","attrs":{"of":"<style>a</style> style=1 \\"é\\""}}';
  const content = [
    make('image', { alt: '<script>a</script> onload="b"', width: null, attachmentId: FILE }),
    make('unknownBlock', { json }),
    make('paragraph', null, make('unknownInline', { json })),
  ] as JSONContent[];
  const clipboard = copyAll(open(HERE, content));
  const other = open(HERE, [{ type: 'paragraph' }]);
  paste(other, clipboard);
  expect(withoutIds(other.getJSON().content)).toEqual(withoutIds(content));
});

it('drops pasted nodes whose attributes violate the schema', () => {
  const clipboard = copyAll(open(HERE, [make('paragraph', null) as JSONContent]));
  const bad = encodeURIComponent(JSON.stringify({ alt: '', width: 7, attachmentId: '../account' }));
  clipboard.setData('text/html', `<p>a</p><div data-picture data-attrs="${bad}"></div><p>b</p>`);
  const editor = open(HERE, [{ type: 'paragraph' }]);
  paste(editor, clipboard);
  expect(editor.state.doc.content.content.map(({ type }) => type.name)).toEqual(['paragraph', 'paragraph']);
});

it('copies files only when pasting from another document', async () => {
  const copyFile = vi.fn(async (_from: string, _attachmentId: string) => undefined);
  const copies = new FileCopies(copyFile);
  const picture = make('image', { alt: '', width: null, attachmentId: FILE }) as JSONContent;
  const own = open(HERE, [picture], copies);
  paste(own, copyAll(own));
  expect(copies.get(FILE)).toBeUndefined();
  const cell = { type: 'tableCell', content: [picture] };
  paste(own, copyAll(open(THERE, [{ type: 'table', content: [{ type: 'tableRow', content: [cell] }] }])));
  expect(copies.get(FILE)).toEqual({ from: THERE, error: null });
  await vi.waitFor(() => expect(copies.get(FILE)).toBeUndefined());
  expect(copyFile.mock.calls).toEqual([[THERE, FILE]]);
});

it('reports a failed file copy and retries it on request', async () => {
  let isOnline = false;
  const copies = new FileCopies(async () => {
    if (!isOnline) throw new NoResponseError('offline');
  });
  copies.start(FILE, THERE);
  await vi.waitFor(() => expect(copies.get(FILE)?.error).toBeInstanceOf(NoResponseError));
  isOnline = true;
  copies.retry(FILE);
  await vi.waitFor(() => expect(copies.get(FILE)).toBeUndefined());
});

it('pastes files and images into a description as file names and alternative text', () => {
  const clipboard = copyAll(
    open(HERE, [
      make('file', { name: 'sums.csv', attachmentId: FILE }),
      make('image', { alt: 'A plan', width: null, attachmentId: FILE }),
    ] as JSONContent[]),
  );
  const description = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    injectCSS: false,
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    extensions: [...createSchema(names), createPaste('description', NO_PICTURES)],
  });
  editors.push(description);
  paste(description, clipboard);
  expect(description.state.doc.textBetween(0, description.state.doc.content.size, '\n')).toBe(
    'sums.csv\nA plan',
  );
});
