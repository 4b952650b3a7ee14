// @vitest-environment jsdom
import type { Editor, JSONContent } from '@tiptap/core';
import { Fragment, Slice } from '@tiptap/pm/model';
import { afterEach, expect, it } from 'vitest';
import { RESCUES } from '@hearth/contracts/documents/collaboration-values';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector, type XmlElement, type XmlText } from 'yjs';
import { RedoneItems } from '#features/documents/editor/tools/redone-items.ts';
import { UndoSteps } from '#features/documents/editor/tools/undo-steps.ts';
import { completeWindow } from '#testing/page-window.ts';
import { openSharedEditor } from '#testing/shared-editor.ts';
import { KeptCaret } from './kept-caret.ts';
import { MovedBlocks } from './moved-blocks.ts';
import { rescueOwnText } from './rescue.ts';

completeWindow();
const editors: Editor[] = [];
afterEach(() => {
  for (const editor of editors.splice(0)) editor.destroy();
});

/** A client with the document open. `take` applies remote updates. */
function open(doc = new Doc()) {
  let incoming: { update: Uint8Array; isAnswer: boolean } | null = null;
  const unacknowledged: Uint8Array[] = [];
  doc.on('update', (update, origin) => void (origin !== 'others' && unacknowledged.push(update)));
  rescueOwnText(doc, {
    origin: 'others',
    readUpdate: () => incoming,
    listUnacknowledged: () => unacknowledged,
    isOwn: (client) => client === doc.clientID,
  });
  const editor = openSharedEditor(doc, MovedBlocks, KeptCaret, UndoSteps, RedoneItems);
  editors.push(editor);
  const take = (update: Uint8Array, isAnswer = false): void => {
    incoming = { update, isAnswer };
    applyUpdate(doc, update, 'others');
  };
  return { doc, editor, take };
}

const line = (text: string, type = 'paragraph'): JSONContent => ({
  type,
  ...(text === '' ? {} : { content: [{ type: 'text', text }] }),
});
const item = (...content: JSONContent[]): JSONContent => ({ type: 'listItem', content });
const list = (...content: JSONContent[]): JSONContent => ({ type: 'bulletList', content });

/** Opens the content for two users whose changes are not exchanged until `meet`. */
function openApart(...content: JSONContent[]) {
  return openWithIds([new Doc().clientID, new Doc().clientID], ...content);
}

function openWithIds(ids: readonly [number, number], ...content: JSONContent[]) {
  const [one, other] = [open(new Doc()), open(new Doc())];
  [one.doc.clientID, other.doc.clientID] = ids;
  one.editor.commands.setContent({ type: 'doc', content });
  other.take(encodeStateAsUpdate(one.doc));
  const meet = (): void => {
    for (let round = 0; round < 2; round += 1) {
      const [ofOne, ofOther] = [encodeStateAsUpdate(one.doc), encodeStateAsUpdate(other.doc)];
      one.take(ofOther);
      other.take(ofOne);
    }
  };
  return { ada: one.editor, bob: other.editor, meet };
}

/** Places the caret in the block with this text, after its first `at` characters, by default at its end. */
function stand(editor: Editor, text: string, at = text.length): void {
  let found = -1;
  editor.state.doc.descendants((node, pos) => {
    if (node.isTextblock && node.textContent === text) found = pos + 1 + at;
  });
  editor.commands.setTextSelection(found);
}

function type(editor: Editor, text: string): void {
  editor.view.dispatch(editor.state.tr.insertText(text));
}

/** Returns each text block as `type: text`, with one leading `>` per nesting level. */
const lines = ({ state }: Editor): string[] => {
  const found: string[] = [];
  state.doc.descendants((node, pos) => {
    if (node.isTextblock)
      found.push(`${'>'.repeat(state.doc.resolve(pos).depth)}${node.type.name}: ${node.textContent}`);
  });
  return found;
};

const CHANGES: [string, JSONContent[], (ada: Editor) => void, string[]][] = [
  [
    'converted to a heading',
    [line('above'), line('Rye loaf'), line('below')],
    (ada) => ada.commands.setHeading({ level: 2 }),
    ['paragraph: above', 'heading: Rye great loaf', 'paragraph: below'],
  ],
  [
    'wrapped in a quote',
    [line('above'), line('Rye loaf'), line('below')],
    (ada) => ada.commands.setBlockquote(),
    ['paragraph: above', '>paragraph: Rye great loaf', 'paragraph: below'],
  ],
  [
    'converted to a list',
    [line('above'), line('Rye loaf'), line('below')],
    (ada) => ada.commands.toggleBulletList(),
    ['paragraph: above', '>>paragraph: Rye great loaf', 'paragraph: below'],
  ],
  [
    'indented',
    [list(item(line('above')), item(line('Rye loaf')), item(line('below')))],
    (ada) => ada.commands.sinkListItem('listItem'),
    ['>>paragraph: above', '>>>>paragraph: Rye great loaf', '>>paragraph: below'],
  ],
  [
    'moved out of its list',
    [list(item(line('above')), item(line('Rye loaf')), item(line('below')))],
    (ada) => ada.commands.liftListItem('listItem'),
    ['>>paragraph: above', 'paragraph: Rye great loaf', '>>paragraph: below'],
  ],
  [
    'joined with the block above',
    [line('above'), line('Rye loaf'), line('below')],
    (ada) => {
      stand(ada, 'Rye loaf', 0);
      ada.commands.joinBackward();
    },
    ['paragraph: aboveRye great loaf', 'paragraph: below'],
  ],
  [
    'split before the typed text',
    [line('above'), line('Rye loaf'), line('below')],
    (ada) => {
      stand(ada, 'Rye loaf', 2);
      ada.commands.splitBlock();
    },
    ['paragraph: above', 'paragraph: Ry', 'paragraph: e great loaf', 'paragraph: below'],
  ],
  [
    'split after the typed text',
    [line('above'), line('Rye loaf'), line('below')],
    (ada) => {
      stand(ada, 'Rye loaf', 6);
      ada.commands.splitBlock();
    },
    ['paragraph: above', 'paragraph: Rye great lo', 'paragraph: af', 'paragraph: below'],
  ],
  [
    'moved',
    [line('above'), line('Rye loaf'), line('below')],
    (ada) => {
      const [above, moved] = ada.state.doc.children;
      if (above === undefined || moved === undefined) throw new Error('Blocks not found.');
      ada.view.dispatch(ada.state.tr.replaceWith(0, above.nodeSize + moved.nodeSize, [moved, above]));
    },
    ['paragraph: Rye great loaf', 'paragraph: above', 'paragraph: below'],
  ],
  [
    'deleted',
    [line('above'), line('Rye loaf'), line('below')],
    (ada) => ada.commands.deleteNode('paragraph'),
    ['paragraph: above', 'paragraph: great ', 'paragraph: below'],
  ],
];

it.each(CHANGES)('keeps text typed in a block that is concurrently %s', (_, content, change, expected) => {
  const { ada, bob, meet } = openApart(...content);
  stand(ada, 'Rye loaf');
  change(ada);
  stand(bob, 'Rye loaf', 4);
  for (const letter of 'great ') type(bob, letter);
  meet();
  expect(lines(bob)).toEqual(expected);
  expect(lines(ada)).toEqual(expected);
  // The caret is still after the typed text.
  type(bob, 'round ');
  expect(lines(bob)).toEqual(expected.map((one) => one.replace('great ', 'great round ')));
});

it.each(CHANGES.slice(0, -1))(
  'keeps an idle caret in a block that is concurrently %s',
  (_, content, change, expected) => {
    const { ada, bob, meet } = openApart(...content);
    stand(ada, 'Rye loaf');
    change(ada);
    stand(bob, 'Rye loaf', 4);
    meet();
    for (const letter of 'great ') type(bob, letter);
    meet();
    expect(lines(ada)).toEqual(expected);
  },
);

const PASTED: [string, JSONContent[], ...string[]][] = [
  ['lines', [line('one'), line('two')], 'paragraph: left one', 'paragraph: two'],
  [
    'a list',
    [line(''), list(item(line('one'))), line('')],
    'paragraph: left ',
    '>>paragraph: one',
    'paragraph: ',
  ],
];
// The order of the ids decides which text precedes the other where both users insert at the same position.
const IDS = [[1, 2] as const, [2, 1] as const];
it.each(PASTED.flatMap((pasted) => IDS.map((ids) => [pasted[0], pasted, ids] as const)))(
  'keeps text in its section of a line into which another user pastes %s, also when that is undone',
  (_, [, blocks, ...texts], ids) => {
    const [expected, start = ''] = [texts.slice(0, -1), texts.at(-1)];
    for (const isConcurrent of [true, false]) {
      for (const at of [2, 5]) {
        const { ada, bob, meet } = openWithIds(ids, line('left right'));
        stand(ada, 'left right', 5);
        ada.view.dispatch(
          ada.state.tr.replaceSelection(Slice.maxOpen(Fragment.fromJSON(ada.schema, blocks))),
        );
        if (!isConcurrent) meet();
        const before = isConcurrent ? 'left ' : start.replace('paragraph: ', '');
        stand(bob, `${before}right`, before.length + at);
        for (const letter of 'great') type(bob, letter);
        meet();
        const section = `${'right'.slice(0, at)}great${'right'.slice(at)}`;
        expect(lines(ada)).toEqual([...expected, `${start}${section}`]);
        ada.commands.undo();
        meet();
        expect(lines(ada)).toEqual([`paragraph: left ${section}`]);
        type(bob, 's');
        expect(lines(bob)).toEqual([`paragraph: left ${section.replace('great', 'greats')}`]);
      }
    }
  },
);

it('preserves marks, line breaks and multiple insertions in a concurrently converted block', () => {
  const { ada, bob, meet } = openApart(line('Rye loaf'));
  ada.commands.setHeading({ level: 2 });
  stand(bob, 'Rye loaf', 3);
  bob.chain().toggleBold().insertContent('-bread').toggleBold().run();
  stand(bob, 'Rye-bread loaf');
  bob.chain().setHardBreak().insertContent('fresh').run();
  stand(bob, 'Rye-bread loaffresh', 0);
  type(bob, 'A ');
  meet();
  expect(lines(ada)).toEqual(['heading: A Rye-bread loaffresh']);
  expect(ada.getJSON()).toEqual(bob.getJSON());
  expect(JSON.stringify(ada.getJSON())).toContain(
    '{"type":"text","marks":[{"type":"bold"}],"text":"-bread"}',
  );
  expect(JSON.stringify(ada.getJSON())).toContain('{"type":"hardBreak"}');
});

it('keeps items added to a list that is concurrently converted', () => {
  const { ada, bob, meet } = openApart(list(item(line('Rye')), item(line('Corn'))));
  stand(ada, 'Rye');
  ada.commands.toggleOrderedList();
  stand(bob, 'Rye');
  bob.commands.splitListItem('listItem');
  type(bob, 'Spelt');
  meet();
  expect(lines(ada)).toEqual(['>>paragraph: Rye', '>>paragraph: Spelt', '>>paragraph: Corn']);
  expect(ada.getJSON()).toEqual(bob.getJSON());
});

it('keeps text typed in an empty block that is concurrently converted', () => {
  const { ada, bob, meet } = openApart(line('above'), line(''), line('below'));
  for (const editor of [ada, bob]) stand(editor, '');
  ada.commands.setHeading({ level: 2 });
  for (const letter of 'Rye') type(bob, letter);
  meet();
  expect(lines(ada)).toEqual(['paragraph: above', 'heading: Rye', 'paragraph: below']);
  type(bob, '!');
  expect(lines(bob)).toEqual(['paragraph: above', 'heading: Rye!', 'paragraph: below']);
});

it('does not restore synced text that another user deletes', () => {
  const { ada, bob, meet } = openApart(line('above'), line('below'));
  stand(bob, 'above');
  type(bob, ' and more');
  meet();
  stand(ada, 'above and more');
  ada.commands.deleteNode('paragraph');
  meet();
  expect(lines(bob)).toEqual(['paragraph: below']);
});

it('restores unsent text in a recreated block that lacks characters stored on the server', () => {
  const [ada, bob, server] = [open(), open(), new Doc()];
  ada.editor.commands.setContent({ type: 'doc', content: [line('Rye loaf'), line('below')] });
  applyUpdate(server, encodeStateAsUpdate(ada.doc));
  bob.take(encodeStateAsUpdate(server));
  stand(bob.editor, 'Rye loaf');
  for (const letter of ' for') type(bob.editor, letter);
  applyUpdate(server, encodeStateAsUpdate(bob.doc));
  type(bob.editor, '!');
  stand(ada.editor, 'Rye loaf');
  ada.editor.commands.setHeading({ level: 2 });
  // As sent by the server, including structs that were deleted along with the block.
  server.on('update', (update) => bob.take(update));
  applyUpdate(server, encodeStateAsUpdate(ada.doc));
  type(bob.editor, '?');
  expect(lines(bob.editor)).toEqual(['heading: Rye loaf!?', 'paragraph: below']);
});

/** Bob's text reaches the server before or after Ada's change. Bob is disconnected until both have arrived. */
function openCutOff(isLate: boolean, change: (ada: Editor) => void) {
  const [ada, bob, server] = [open(), open(), new Doc()];
  ada.editor.commands.setContent({ type: 'doc', content: [line('Rye loaf'), line('below')] });
  applyUpdate(server, encodeStateAsUpdate(ada.doc));
  bob.take(encodeStateAsUpdate(server));
  stand(bob.editor, 'Rye loaf');
  for (const letter of ' for two') type(bob.editor, letter);
  const send = () => applyUpdate(server, encodeStateAsUpdate(bob.doc));
  if (!isLate) {
    send();
    ada.take(encodeStateAsUpdate(server));
  }
  stand(ada.editor, isLate ? 'Rye loaf' : 'Rye loaf for two');
  change(ada.editor);
  applyUpdate(server, encodeStateAsUpdate(ada.doc));
  if (isLate) send();
  bob.take(encodeStateAsUpdate(server, encodeStateVector(bob.doc)), true);
  return lines(bob.editor);
}

it.each([
  ['converted', true, 'heading: Rye loaf for two'],
  ['converted', false, 'heading: Rye loaf for two'],
  ['deleted', true, 'paragraph:  for two'],
] as const)(
  'restores text of a reconnected client: block %s, text sent after the change: %s',
  (how, isLate, expected) => {
    const change = (ada: Editor): boolean =>
      how === 'converted' ? ada.commands.setHeading({ level: 2 }) : ada.commands.deleteNode('paragraph');
    expect(openCutOff(isLate, change)).toEqual([expected, 'paragraph: below']);
  },
);

it('keeps the caret after text that the server reinserts', () => {
  const [bob, server] = [open(), new Doc()];
  bob.editor.commands.setContent({ type: 'doc', content: [line('Rye loaf')] });
  stand(bob.editor, 'Rye loaf', 4);
  applyUpdate(server, encodeStateAsUpdate(bob.doc));
  const block = server.getXmlFragment('default').get(0) as XmlElement;
  server.transact(() => {
    (block.get(0) as XmlText).insert(4, 'great ');
    server.getMap(RESCUES).set('count', 1);
  });
  bob.take(encodeStateAsUpdate(server));
  type(bob.editor, 'round ');
  expect(lines(bob.editor)).toEqual(['paragraph: Rye great round loaf']);
});

it('lets the author undo text reinserted into a converted block', () => {
  const { ada, bob, meet } = openApart(line('Rye loaf'));
  ada.commands.setHeading({ level: 2 });
  stand(bob, 'Rye loaf');
  type(bob, ' and jam');
  meet();
  bob.commands.undo();
  meet();
  expect(lines(ada)).toEqual(['heading: Rye loaf']);
});

it('keeps text that other users typed into a block whose conversion is undone', () => {
  const { ada, bob, meet } = openApart(line('Rye loaf'), line('below'));
  stand(ada, 'Rye loaf');
  ada.commands.setHeading({ level: 2 });
  meet();
  stand(bob, 'Rye loaf', 4);
  for (const letter of 'great ') type(bob, letter);
  meet();
  ada.commands.undo();
  meet();
  expect(lines(ada)).toEqual(['paragraph: Rye great loaf', 'paragraph: below']);
  expect(ada.commands.redo()).toBe(false);
  type(bob, 'round ');
  meet();
  expect(lines(ada)).toEqual(['paragraph: Rye great round loaf', 'paragraph: below']);
});

it('undoes only the user’s own typing after an undo has recreated the block', () => {
  const { ada, bob, meet } = openApart(line('Rye loaf'));
  stand(bob, 'Rye loaf', 0);
  for (const letter of 'My ') type(bob, letter);
  meet();
  stand(ada, 'My Rye loaf', 0);
  for (const letter of '##') type(ada, letter);
  ada.commands.setHeading({ level: 2 });
  ada.commands.undo();
  expect(lines(ada)).toEqual(['paragraph: ##My Rye loaf']);
  ada.commands.undo();
  meet();
  expect(lines(bob)).toEqual(['paragraph: My Rye loaf']);
});

it('keeps an item added offline to a converted list, even if its text occurs in other items', () => {
  const [ada, bob] = [open(), open()];
  const content = [list(item(line('oats')), item(line('rye'))), line('below')];
  ada.editor.commands.setContent({ type: 'doc', content });
  bob.take(encodeStateAsUpdate(ada.doc));
  stand(bob.editor, 'rye');
  bob.editor.commands.splitListItem('listItem');
  type(bob.editor, 'y');
  stand(ada.editor, 'oats');
  ada.editor.commands.toggleOrderedList();
  bob.take(encodeStateAsUpdate(ada.doc, encodeStateVector(bob.doc)), true);
  expect(lines(bob.editor).join('\n')).toMatch(/: y(?:\n|$)/);
});

it('restores short text that is sent late, even if another changed line contains the same string', () => {
  const [ada, bob, server] = [open(), open(), new Doc()];
  ada.editor.commands.setContent({ type: 'doc', content: [line(''), line('below')] });
  applyUpdate(server, encodeStateAsUpdate(ada.doc));
  bob.take(encodeStateAsUpdate(server));
  stand(bob.editor, '');
  type(bob.editor, 'no');
  stand(ada.editor, '');
  ada.editor.commands.deleteNode('paragraph');
  stand(ada.editor, 'below');
  type(ada.editor, ' as you know');
  applyUpdate(server, encodeStateAsUpdate(ada.doc));
  applyUpdate(server, encodeStateAsUpdate(bob.doc));
  bob.take(encodeStateAsUpdate(server, encodeStateVector(bob.doc)), true);
  expect(lines(bob.editor)).toEqual(['paragraph: no', 'paragraph: below as you know']);
});

it('undoes and redoes all steps of a paragraph that was typed and converted', () => {
  const { editor } = open();
  editor.commands.setContent({ type: 'doc', content: [line('old')] });
  editor.commands.setTextSelection(4);
  editor.commands.splitBlock();
  const shown: string[] = [];
  const note = () =>
    shown.push(editor.state.doc.children.map((node) => `${node.type.name} ${node.textContent}`).join(', '));
  const type = (text: string) => {
    for (const letter of text) editor.view.dispatch(editor.state.tr.insertText(letter));
  };
  type('Plan');
  editor.commands.setHeading({ level: 1 });
  type(' now');
  for (let step = 0; step < 4; step += 1) {
    note();
    editor.commands.undo();
  }
  expect(shown).toEqual([
    'paragraph old, heading Plan now',
    'paragraph old, heading Plan',
    'paragraph old, paragraph Plan',
    'paragraph old, paragraph ',
  ]);
  for (const before of shown.toReversed()) {
    editor.commands.redo();
    note();
    expect(shown.pop()).toBe(before);
  }
});
