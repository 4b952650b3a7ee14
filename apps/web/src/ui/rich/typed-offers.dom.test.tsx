// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '#platform/texts/texts.ts';
import { completeWindow } from '#testing/page-window.ts';
import { findBlocks, RICH_BLOCKS } from './rich-blocks.ts';
import { createSchema } from './rich-schema.ts';
import { createTypedWatch, type Sign } from './typed-menu.ts';
import { TypedOffers } from './typed-offers.tsx';

completeWindow();
beforeAll(startTexts);

const ADA = '00000000-0000-4000-8000-000000000001';
let editor: Editor;
afterEach(() => {
  cleanup();
  editor.destroy();
});

/** Shows the menu for the text before the caret. */
function show(written: string, sign: Sign, text: string) {
  editor = new Editor({
    element: document.createElement('div'),
    injectCSS: false,
    content: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: written }] }] },
    extensions: createSchema({
      person: () => ({ name: 'Ada', isSelf: false }),
      task: () => null,
      stepLabel: (step) => step,
    }),
  });
  const watch = createTypedWatch();
  render(
    <I18nProvider i18n={i18n}>
      <TypedOffers
        editor={editor}
        watch={watch}
        blocks={RICH_BLOCKS}
        sources={{
          people: () => [
            { id: ADA, title: 'Ada', mark: null },
            { id: 'no', title: 'Bob', mark: null, isDisabled: true },
          ],
          tasks: () => [],
        }}
      />
    </I18nProvider>,
  );
  const to = written.length + 1;
  editor.commands.setTextSelection(to);
  const typed = { sign, text, from: to - text.length - sign.length, to };
  act(() => watch.notify({ typed, anchor: new DOMRect() }));
  const press = (key: string): boolean => {
    let isTaken = false;
    act(() => {
      isTaken = watch.pressKey(new KeyboardEvent('keydown', { key, cancelable: true }));
    });
    return isTaken;
  };
  return { press };
}

it('exposes a listbox that is operated from the editor, and inserts the chosen block', () => {
  const { press } = show('/list', '/', 'list');
  const options = ['Bulleted list', 'Numbered list', 'To-do list'].map((name) =>
    screen.getByRole('option', { name }),
  );
  const pointed = () => editor.view.dom.getAttribute('aria-activedescendant');
  expect(editor.view.dom.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
  expect(pointed()).toBe(options[0]?.id);
  expect(press('ArrowUp')).toBe(true);
  expect(pointed()).toBe(options[2]?.id);
  expect(press('ArrowDown')).toBe(true);
  expect(press('x')).toBe(false);
  expect(press('Enter')).toBe(true);
  expect(editor.getJSON().content).toMatchObject([{ type: 'bulletList' }]);
});

it('groups blocks, and matches synonyms with the best match first', () => {
  show('/', '/', '');
  within(screen.getByRole('group', { name: 'Lists' })).getByRole('option', { name: 'To-do list' });
  const ids = (typed: string) =>
    findBlocks(RICH_BLOCKS, typed, (message) => i18n._(message)).map(({ id }) => id);
  const firsts = {
    todo: 'taskList',
    hr: 'horizontalRule',
    h1: 'heading1',
    'heading 1': 'heading1',
    ul: 'bulletList',
    h4: 'heading4',
    blockquote: 'blockquote',
    ticket: 'taskLink',
    codeblock: 'codeBlock',
    todolist: 'taskList',
  };
  for (const [typed, id] of Object.entries(firsts)) expect(ids(typed)[0], typed).toBe(id);
  expect(ids('code')).toEqual(['codeBlock']);
  expect(ids('nothing like it')).toEqual([]);
  expect(ids('')).not.toContain('heading4');
});

it.each([
  ['Séparateur', 'separateur'],
  ['Bloque de código', 'codigo'],
  ['Subpágina', 'SUBPAGINA'],
  ['Sous-page', 'souspage'],
])('finds the block %s by %s', (title, typed) => {
  show('/', '/', '');
  const [block] = RICH_BLOCKS;
  if (block === undefined) throw new Error('No blocks.');
  expect(findBlocks([block], typed, () => title)).toEqual([block]);
});

it('replaces the query with the mention, and does not insert disabled people', () => {
  const { press } = show('Ask @a', '@', 'a');
  press('ArrowDown');
  press('Enter');
  expect(editor.getText()).toBe('Ask @a');
  press('ArrowUp');
  press('Tab');
  expect(editor.getJSON().content?.[0]?.content).toEqual([
    { type: 'text', text: 'Ask ' },
    { type: 'mention', attrs: { id: ADA } },
    { type: 'text', text: ' ' },
  ]);
});

it.each([
  [':tada', 'tada', '🎉'],
  ['so :party_popper', 'party_popper', 'so 🎉'],
  [':nothing', 'nothing', ':nothing'],
])('inserts the emoji when the second colon of %s is typed', async (written, typed, expected) => {
  const { press } = show(written, ':', typed);
  // The names are loaded when the first letters are typed.
  await vi.waitFor(async () => expect(press(':')).toBe(expected !== written), { timeout: 5_000 });
  expect(editor.getText()).toBe(expected);
});

it('inserts an emoji found by its name', async () => {
  const { press } = show('Ship it :rocke', ':', 'rocke');
  await screen.findByRole('option', { name: 'rocket' });
  press('Enter');
  expect(editor.getText()).toBe('Ship it 🚀');
});
