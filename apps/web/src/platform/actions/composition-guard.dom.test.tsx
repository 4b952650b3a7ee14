// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';

// During a composition, the input method's keys end the composition and have no other effect.

const rows = { task: [makeTaskRow('one', { title: 'Lamp' })] };
/** Each key as sent by Chromium and Firefox, and then as sent by Safari. */
const KEYS = ['Escape', 'Enter'].flatMap((key) => [
  { key, isComposing: true },
  { key, keyCode: 229 },
]);

test('keeps the quick-add line and the typed title on Escape and Enter during a composition', async () => {
  const { user, server } = await openApp({ at: '/projects/website', rows });
  await user.click(await screen.findByRole('button', { name: 'Add task to To do' }));
  const field = await screen.findByRole('textbox', { name: 'New task in To do' });
  await user.type(field, 'にほ');
  for (const key of KEYS) fireEvent.keyDown(field, key);
  expect(screen.getByRole('textbox', { name: 'New task in To do' })).toHaveProperty('value', 'にほ');
  expect(server.recordedRequests).toEqual([]);
});

test('keeps a task panel open on Escape and Enter during a composition', async () => {
  const { user } = await openApp({ at: '/projects/website?task=one', rows });
  await screen.findByRole('complementary', { name: 'Task: Lamp' });
  const field = await screen.findByRole('textbox', { name: 'Title' });
  await user.type(field, 'にほ');
  for (const key of KEYS) fireEvent.keyDown(field, key);
  expect(field).toHaveProperty('value', 'Lampにほ');
  screen.getByRole('complementary', { name: 'Task: Lamp' });
  for (const key of KEYS) fireEvent.keyDown(document.body, key);
  screen.getByRole('complementary', { name: 'Task: Lamp' });
});

test('keeps the new-task dialog and the typed title on Escape and Enter during a composition', async () => {
  const { user } = await openApp({ at: '/projects/website', rows });
  await user.click(await screen.findByRole('button', { name: 'New task' }));
  const field = await screen.findByRole('textbox', { name: 'Title' });
  await user.type(field, 'にほ');
  for (const key of KEYS) fireEvent.keyDown(field, key);
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'にほ');
});
