// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '#platform/texts/texts.ts';
import { completeWindow } from '#testing/page-window.ts';
import { DOCUMENT_NAMES as names } from '#testing/document-names.ts';
import { RichLinks } from './rich-links.tsx';
import { createSchema } from './rich-schema.ts';

completeWindow();
beforeAll(startTexts);
let editor: Editor;
afterEach(() => {
  cleanup();
  editor.destroy();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function show(href = 'https://www.example.com/rye/') {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const onEdit = vi.fn<() => void>();
  const onCopy = vi.fn<(href: string) => void>();
  const element = document.body.appendChild(document.createElement('div'));
  const link = { type: 'link', attrs: { href } };
  editor = new Editor({
    element,
    injectCSS: false,
    content: {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'See ' },
            { type: 'text', text: 'rye', marks: [link] },
          ],
        },
      ],
    },
    extensions: createSchema(names),
  });
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider>
        <RichLinks editor={editor} onEdit={onEdit} onCopy={onCopy} />
      </MantineProvider>
    </I18nProvider>,
  );
  return { open, onEdit, onCopy, link: screen.getByText('rye') };
}

it('opens a clicked link, unless the click ends a selection', () => {
  const { open, link } = show();
  fireEvent.click(link);
  expect(open.mock.calls).toEqual([['https://www.example.com/rye/', '_blank', 'noopener,noreferrer']]);
  editor.commands.setTextSelection({ from: 2, to: 7 });
  fireEvent.click(link);
  expect(open).toHaveBeenCalledTimes(1);
});

it('shows buttons to copy and edit a link on hover and after a long press', () => {
  const { open, onEdit, onCopy, link } = show();
  vi.useFakeTimers();
  const wait = (): void =>
    act(() => {
      vi.advanceTimersByTime(600);
    });
  fireEvent.pointerOver(link);
  wait();
  expect(screen.getByText('example.com/rye').getAttribute('href')).toBe('https://www.example.com/rye/');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByRole('toolbar')).toBeNull();
  fireEvent.pointerDown(link, { pointerType: 'touch' });
  wait();
  const copy = screen.getByRole('button', { name: 'Copy link' });
  fireEvent.click(link);
  expect(open).not.toHaveBeenCalled();
  fireEvent.click(copy);
  expect(onCopy.mock.calls).toEqual([['https://www.example.com/rye/']]);
  fireEvent.pointerOver(link);
  wait();
  fireEvent.click(screen.getByRole('button', { name: 'Edit link' }));
  expect(onEdit).toHaveBeenCalledTimes(1);
  const { from, to } = editor.state.selection;
  expect(editor.state.doc.textBetween(from, to)).toBe('rye');
});

it('opens and copies the address of an email link', () => {
  const { onCopy, link } = show('mailto:zoe@example.com');
  vi.useFakeTimers();
  fireEvent.pointerOver(link);
  act(() => {
    vi.advanceTimersByTime(600);
  });
  expect(screen.getByText('zoe@example.com').getAttribute('href')).toBe('mailto:zoe@example.com');
  fireEvent.click(screen.getByRole('button', { name: 'Copy email address' }));
  expect(onCopy.mock.calls).toEqual([['mailto:zoe@example.com']]);
});
