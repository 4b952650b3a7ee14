// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';

// Ctrl+Z and Ctrl+Shift+Z report their subject with a link to it.

const UNDO = '{Control>}z{/Control}';
const REDO = '{Control>}{Shift>}z{/Shift}{/Control}';
const rows = { task: [makeTaskRow('one', { title: 'Lamp' }), makeTaskRow('two', { title: 'Chair' })] };

const toast = (text: string) => screen.findByText(text);
const findOpen = () => screen.queryByRole('button', { name: 'Open' });

async function openBoard(search = '') {
  const opened = await openApp({ at: `/projects/website${search}`, rows });
  await screen.findByRole('link', { name: 'Chair' });
  return opened;
}

test('shows the title of a task whose deletion is undone and redone', async () => {
  const { user } = await openBoard();
  screen.getByRole('link', { name: 'Lamp' }).focus();
  await user.keyboard('{Delete}');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Lamp' })).toBeNull());
  await user.keyboard(UNDO);
  await toast('Undone: “Lamp” restored');
  // The task is visible again, so the toast needs no link.
  screen.getByRole('link', { name: 'Lamp' });
  expect(findOpen()).toBeNull();
  await user.keyboard(REDO);
  await toast('Redone: “Lamp” moved to trash');
  expect(findOpen()).toBeNull();
});

test('reports only the last of two consecutive undos or redos', async () => {
  const { user } = await openBoard();
  screen.getByRole('link', { name: 'Lamp' }).focus();
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await user.keyboard('{Control>}a{/Control}{Delete}');
  await user.keyboard(UNDO + UNDO);
  await toast('Undone: Lamp');
  const redo = () =>
    fireEvent.keyDown(document.body, { key: 'Z', code: 'KeyZ', ctrlKey: true, shiftKey: true });
  redo();
  // The first toast is due by now but must not appear.
  await new Promise((resolve) => setTimeout(resolve, 1));
  redo();
  await toast('Redone: 2 tasks moved to trash');
  // Longer than the delay before the toast for a subject that is still visible.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await toast('Redone: 2 tasks moved to trash');
});

test('shows the number of tasks whose deletion is undone and redone', async () => {
  const { user } = await openBoard();
  await user.keyboard('{Control>}a{/Control}');
  await screen.findByText('2 selected');
  await user.keyboard('{Delete}');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Lamp' })).toBeNull());
  await user.keyboard(UNDO);
  await toast('Undone: 2 tasks restored');
  await user.keyboard(REDO);
  await toast('Redone: 2 tasks moved to trash');
});

test('links from another screen to the task of an undone change', async () => {
  const { user } = await openBoard('?task=one');
  await screen.findByRole('complementary', { name: 'Task: Lamp' });
  const field = await screen.findByRole('textbox', { name: 'Title' });
  await user.clear(field);
  await user.type(field, 'Lantern{Enter}');
  await screen.findByRole('complementary', { name: 'Task: Lantern' });
  await user.click(screen.getByRole('link', { name: 'Members' }));
  await screen.findByRole('heading', { level: 1, name: 'Members' });
  await user.keyboard(UNDO);
  await toast('Undone: Lamp');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('complementary', { name: 'Task: Lamp' });
  await user.keyboard(REDO);
  await toast('Redone: Lantern');
  expect(findOpen()).toBeNull();
});
