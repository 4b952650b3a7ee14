// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { focusedField } from '#platform/client-state/focused-field.ts';
import { openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';
import { IDLE_MS } from './shared-field.tsx';

afterEach(() => {
  vi.useRealTimers();
});

async function openComment() {
  const opened = await openApp({
    at: '/projects/website?task=one',
    rows: { task: [makeTaskRow('one', { title: 'Lamp' })] },
  });
  const field = await screen.findByRole('textbox', { name: 'Write a comment' });
  return { ...opened, field };
}

test('clears the typing indicator after a comment is sent, even if the field keeps focus', async () => {
  const { user, field } = await openComment();
  await user.click(field);
  expect(focusedField.get().field).toBeNull();
  await user.keyboard('Looks good');
  expect(focusedField.get()).toEqual({ taskId: 'one', field: 'comment' });
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(focusedField.get().field).toBeNull());
  expect(document.activeElement).toBe(field);
});

test('clears the typing indicator after a pause, and shows it again on the next input', async () => {
  const { user, field } = await openComment();
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  await user.click(field);
  await user.keyboard('Looks');
  expect(focusedField.get().field).toBe('comment');
  await vi.advanceTimersByTimeAsync(IDLE_MS + 1);
  expect(focusedField.get().field).toBeNull();
  await user.keyboard('x');
  expect(focusedField.get().field).toBe('comment');
});
