// @vitest-environment jsdom
import { Editor, type Extensions } from '@tiptap/core';
import { Collaboration } from '@tiptap/extension-collaboration';
import { applyUpdate, Doc, encodeStateAsUpdate, XmlElement, XmlText } from 'yjs';
import { readDocument } from '@hearth/contracts/rich-text/rich-text-check-values';
import { writeMarkdown } from '@hearth/contracts/rich-text/markdown/write-markdown';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPaste } from '#ui/rich/paste/create-paste.ts';
import { createSchema } from '#ui/rich/rich-schema.ts';
import { createDocumentSchema } from '#features/documents/editor/schema/document-schema.ts';
import type { ClipboardFixture } from '#testing/clipboards/clipboard.ts';
import { EDITORS } from '#testing/clipboards/editors.ts';
import { GOOGLE } from '#testing/clipboards/google.ts';
import { OFFICE } from '#testing/clipboards/office.ts';
import { WEB } from '#testing/clipboards/web.ts';
import { completeWindow } from '#testing/page-window.ts';
import { DOCUMENT_NAMES as names } from '#testing/document-names.ts';
import { BlockPortals } from './block-portals.ts';

completeWindow();
Object.assign(window, { ClipboardEvent: Event });
let editor: Editor;
const pictures = { take: () => null, onOmitted: vi.fn() };
afterEach(() => editor.destroy());

function open(extensions: Extensions): void {
  editor = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    injectCSS: false,
    enablePasteRules: ['link'],
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    extensions,
  });
  editor.view.focus();
}

const openDocument = (): void =>
  open([...createDocumentSchema(names, new BlockPortals()), createPaste('document', pictures)]);
const openDescription = (): void => open([...createSchema(names), createPaste('description', pictures)]);

function paste({ html = '', text, editor: mode = '' }: Partial<ClipboardFixture>): void {
  const kinds = { 'text/html': html, 'text/plain': text ?? '', 'vscode-editor-data': mode };
  const clipboardData = {
    types: Object.keys(kinds),
    files: [],
    getData: (kind: keyof typeof kinds) => kinds[kind] ?? '',
  };
  const event = new Event('paste', { bubbles: true, cancelable: true });
  editor.view.dom.dispatchEvent(Object.assign(event, { clipboardData }));
}

/** Simulates Ctrl+Shift+V: browsers pass only plain text to the page, and Shift is pressed. */
function pastePlain(text: string): void {
  const press = (type: string, isDown: boolean) =>
    editor.view.dom.dispatchEvent(
      new KeyboardEvent(type, { key: 'Shift', keyCode: 16, shiftKey: isDown, bubbles: true }),
    );
  press('keydown', true);
  paste({ text });
  press('keyup', false);
}

function readMarkdown(): string {
  const read = readDocument(JSON.parse(JSON.stringify(editor.getJSON())));
  if (!('doc' in read)) throw new Error(JSON.stringify(read.fault));
  return writeMarkdown(read.doc, { person: () => 'Ada', document: () => 'Plan' }).trimEnd();
}

it.each([
  [
    '<p>a <img src="https://a.example/plan.png" alt="The plan"> b</p>',
    'a [The plan](https://a.example/plan.png) b',
    false,
  ],
  [
    '<img src="https://a.example/up/caf%C3%A9.jpg?w=2">',
    '[café.jpg](https://a.example/up/caf%C3%A9.jpg?w=2)',
    false,
  ],
  [
    '<a href="https://b.example/"><img src="https://a.example/a.png"></a>',
    '[a.png](https://b.example/)',
    false,
  ],
  [
    '<a href="https://b.example/"><img src="https://a.example/a.png">words</a>',
    '[words](https://b.example/)',
    false,
  ],
  ['<p>yes <img src="https://a.example/e.png" alt="👍"></p>', 'yes 👍', false],
  ['<p>yes <img src="https://a.example/e.png" alt=":tada:"></p>', 'yes :tada:', false],
  ['<p>a<img src="https://t.example/" width="1" height="1"></p>', 'a', false],
  [
    '<p>a<img src="data:image/gif;base64,R0lGOD" data-src="https://a.example/b.png"></p>',
    'a[b.png](https://a.example/b.png)',
    false,
  ],
  ['<p>a<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></p>', 'a', false],
  [`<p>a<img alt=" plan" src="data:image/png;base64,${btoa('a'.repeat(200))}"></p>`, 'aplan', true],
  ['<p>a<img src="file:///C:/Temp/clip_image002.png"></p>', 'a', true],
])('pastes the images of %j', (html, expected, isOmitted) => {
  pictures.onOmitted.mockClear();
  openDocument();
  paste({ html, text: 'a' });
  expect(readMarkdown()).toBe(expected);
  expect(pictures.onOmitted).toHaveBeenCalledTimes(isOmitted ? 1 : 0);
});

describe.each([...OFFICE, ...GOOGLE, ...WEB, ...EDITORS])('clipboard fixture “$name”', (fixture) => {
  it('pastes the expected blocks into a document', async () => {
    openDocument();
    paste(fixture);
    await vi.waitFor(() => expect(readMarkdown()).toBe(fixture.markdown));
  });

  it('pastes the supported subset into a description', async () => {
    openDescription();
    paste(fixture);
    await vi.waitFor(() => expect(readMarkdown()).toBe(fixture.description ?? fixture.markdown));
  });
});

it.each([
  '12. May\n3. June',
  '# Read me\n\n- [x] a **b**',
  'a\tb\n1\t2',
  'https://a.example',
  '[a](https://a.example)',
  '  x = 1\n\ty',
])('pastes %j as unchanged plain text with Ctrl+Shift+V', async (text) => {
  openDocument();
  pastePlain(text);
  await Promise.resolve();
  expect(editor.getText({ blockSeparator: '\n\n' })).toBe(text);
  expect(JSON.stringify(editor.getJSON())).not.toMatch(/"marks"|table|heading|List/);
});

it('pastes single-line Markdown inline, and pastes text verbatim into code blocks', async () => {
  openDocument();
  editor.commands.insertContent('say ');
  paste({ text: '**this**' });
  await vi.waitFor(() => expect(readMarkdown()).toBe('say **this**'));
  editor.commands.setContent({ type: 'doc', content: [{ type: 'codeBlock' }] });
  paste({ text: '# a\n\n- b', html: '<h1>a</h1>' });
  expect(readMarkdown()).toBe('```\n# a\n\n- b\n```');
  editor.commands.setContent({ type: 'doc', content: [{ type: 'codeBlock' }] });
  paste({ text: '1. a\n2. b' });
  expect(readMarkdown()).toBe('```\n1. a\n2. b\n```');
});

it.each([
  '<ul><li role="checkbox" aria-checked="true" onclick="trip()"><img src=x onerror=trip() alt="checked"><p>a</p></li></ul>',
  '<p class=MsoListParagraph style=\'mso-list:l0 level1 lfo1;background:url(https://evil.example/x)\'><a href="jav&#x0A;ascript:trip()">a</a></p>',
  '<style>.xl65{font-weight:700;background:url(https://evil.example/x)}</style><table><tr><td class=xl65 data-aside-style="position:fixed">a</td><td>b</td></tr></table>',
  '<a href="https://www.google.com/url?q=data:text/html,%3Cscript%3Etrip()%3C/script%3E">a</a>',
  '<a href="https://x.safelinks.protection.outlook.com/?url=javascript%3Atrip()">a</a>',
  '<div data-task-state="DONE" onclick="trip()"><iframe srcdoc="<script>trip()</script>"></iframe>a</div>',
  '<pre data-language=\'"><script>trip()</script>\'><code class="language-ts onload=trip()">a</code></pre>',
  '<a href="data:text/html,trip()">a</a><a href="vbscript:trip()">b</a><a href="//evil.example/x">c</a>',
])('removes scripts, styles and unsafe links from %s', async (html) => {
  const trip = vi.fn();
  Object.assign(window, { trip });
  openDocument();
  paste({ html, text: 'a' });
  await Promise.resolve();
  expect(editor.getText()).toContain('a');
  const hrefs = [...editor.view.dom.querySelectorAll('a')].map((link) => new URL(link.href).protocol);
  expect(hrefs.filter((scheme) => scheme !== 'https:')).toEqual([]);
  const elements = [...editor.view.dom.querySelectorAll('*')];
  const remaining = elements.flatMap((element) =>
    [...element.attributes].map(({ name, value }) => `${name}=${value}`),
  );
  expect(remaining.filter((one) => /^on|evil|aside|^style=.*(?:fixed|url)/.test(one))).toEqual([]);
  expect(editor.view.dom.querySelector('script, iframe, [src=x]')).toBeNull();
  expect(trip).not.toHaveBeenCalled();
});

it.each([
  [
    'the caret moves',
    (): boolean => editor.commands.setTextSelection(1),
    'X',
    ['Xabove', 'middle', 'a', 'b', 'below'],
  ],
  ['the user goes on typing', (): boolean => true, 'X', ['above', 'middle', 'a', 'b', 'X', 'below']],
  [
    'text is inserted above',
    (): boolean => {
      editor.view.dispatch(editor.state.tr.insertText('more ', 1));
      return editor.commands.setTextSelection(3);
    },
    'X',
    ['moXre above', 'middle', 'a', 'b', 'below'],
  ],
] as const)(
  'inserts Markdown where it was pasted if %s before it is parsed',
  async (_, act, typed, expected) => {
    openDocument();
    const lines = ['above', 'middle', 'below'].map((words) => `<p>${words}</p>`);
    paste({ html: lines.join(''), text: 'above middle below' });
    editor.commands.setTextSelection(14);
    paste({ text: '- a\n- b' });
    act();
    editor.view.dispatch(editor.state.tr.insertText(typed));
    const blocks: string[] = [];
    await vi.waitFor(() => {
      expect(editor.getText()).toContain('b\n');
      expect(editor.state.doc.textContent).toContain('ab');
    });
    editor.state.doc.descendants((node) => {
      if (node.isTextblock) blocks.push(node.textContent);
    });
    expect(blocks).toEqual(expected);
    // The caret stays after the typed text.
    expect(editor.state.doc.textBetween(editor.state.selection.from - 1, editor.state.selection.from)).toBe(
      typed,
    );
  },
);

it('inserts Markdown where it was pasted if another user writes above before it is parsed', async () => {
  const doc = new Doc();
  open([
    ...createDocumentSchema(names, new BlockPortals()),
    Collaboration.configure({ document: doc, field: 'default' }),
    createPaste('document', pictures),
  ]);
  editor.commands.insertContent('below');
  editor.commands.setTextSelection(6);
  paste({ text: '- a\n- b' });
  const other = new Doc();
  applyUpdate(other, encodeStateAsUpdate(doc));
  const paragraph = new XmlElement('paragraph');
  paragraph.insert(0, [new XmlText('from another user')]);
  other.getXmlFragment('default').insert(0, [paragraph]);
  applyUpdate(doc, encodeStateAsUpdate(other), 'others');
  editor.commands.setTextSelection(1);
  await vi.waitFor(() => expect(readMarkdown()).toBe('from another user\n\nbelow\n\n- a\n- b'));
  expect(editor.state.selection.head).toBe(1);
});

const CODE = 'if (a) {\n  b();\n}';
const sayLine = { type: 'paragraph', content: [{ type: 'text', text: 'say' }] };
it.each([
  ['a list item', { type: 'bulletList', content: [{ type: 'listItem', content: [sayLine] }] }, 'listItem'],
  [
    'a to-do',
    { type: 'taskList', content: [{ type: 'taskItem', attrs: { checked: false }, content: [sayLine] }] },
    'taskItem',
  ],
  [
    'a table cell',
    { type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [sayLine] }] }] },
    'tableCell',
  ],
  ['a paragraph', sayLine, 'doc'],
])('keeps the line breaks of code that is pasted after the text of %s', (_, around, parent) => {
  for (const clipboard of [
    { text: CODE, editor: '{"mode":"typescript"}' },
    { text: CODE, html: `<pre><code>${CODE}</code></pre>` },
  ]) {
    openDocument();
    editor.commands.setContent({ type: 'doc', content: [around] });
    let end = 0;
    editor.state.doc.descendants((node, pos) => {
      if (node.isTextblock) end = pos + node.nodeSize - 1;
    });
    editor.commands.setTextSelection(end);
    paste(clipboard);
    const found: string[] = [];
    editor.state.doc.descendants((node, pos) => {
      if (node.isTextblock)
        found.push(`${editor.state.doc.resolve(pos).parent.type.name} ${node.type.name} ${node.textContent}`);
    });
    expect(found).toEqual([`${parent} paragraph say`, `${parent} codeBlock ${CODE}`]);
    editor.destroy();
  }
});

const QUOTED = '<blockquote><ul><li>a</li></ul></blockquote>';
it.each([
  [{ text: '> - a' }, '', '> - a'],
  [{ text: '> 3. a\n> 4. b' }, '', '> 3. a\n> 4. b'],
  [{ text: '> > - a\n\ntext' }, '', '> > - a\n\ntext'],
  [{ text: '> [!TIP]\n>\n> - [ ] a' }, '', '> [!TIP]\n>\n> - [ ] a'],
  [{ text: 'text\n\n> - a\n> - b' }, 'say ', 'say text\n\n> - a\n> - b'],
  [{ text: 'a', html: QUOTED }, 'say', 'say\n\n> - a'],
  [{ text: 'a', html: QUOTED.replace('>', ' data-pm-slice="4 4 []">') }, 'say ', 'say a'],
])(
  'keeps the quote or callout around the list of %j, unless it was copied in part',
  async (clip, line, expected) => {
    openDocument();
    editor.commands.insertContent(line);
    paste(clip);
    await vi.waitFor(() => expect(readMarkdown()).toBe(expected));
  },
);

it('continues a quote with a pasted quote', async () => {
  openDocument();
  editor.commands.setBlockquote();
  paste({ text: '> - a\n> - b' });
  await vi.waitFor(() => expect(readMarkdown()).toBe('> - a\n> - b'));
});
