// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';

// A list must be usable by keyboard without clicking into it or pressing Tab many times first.

const rows = {
  task: [
    makeTaskRow('one', { title: 'Lamp', dueDate: '2026-11-20' }),
    makeTaskRow('two', { title: 'Chair', dueDate: '2026-11-21' }),
  ],
};
const LAYOUTS = ['', '?view=list', '?view=table', '?view=timeline'];

const readFocused = () => (document.activeElement as HTMLElement | null)?.dataset['taskId'];

describe.each(LAYOUTS)('a project shown as %s', (layout) => {
  async function open() {
    const opened = await openApp({ at: `/projects/website${layout}`, rows });
    await waitFor(() => expect(document.querySelectorAll('[data-task-id]').length).toBeGreaterThan(1));
    (document.activeElement as HTMLElement | null)?.blur();
    expect(document.activeElement).toBe(document.body);
    return opened;
  }

  test.each(['j', 'k', '{ArrowDown}', '{ArrowUp}'])('moves to a task with the first %s', async (key) => {
    const { user } = await open();
    await user.keyboard(key);
    await waitFor(() => expect(readFocused()).toBeDefined());
  });

  test('selects where it enters with x, and everything with Ctrl+A', async () => {
    const { user } = await open();
    await user.keyboard('x');
    await screen.findByText('1 selected');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
    (document.activeElement as HTMLElement | null)?.blur();
    await user.keyboard('{Control>}a{/Control}');
    await screen.findByText('2 selected');
  });

  test('accepts Ctrl+A as the first key', async () => {
    const { user } = await open();
    await user.keyboard('{Control>}a{/Control}');
    await screen.findByText('2 selected');
  });
});

test('works while another control on the page is focused', async () => {
  const { user } = await openApp({ at: '/projects/website', rows });
  await screen.findByRole('link', { name: 'Lamp' });
  screen.getByRole('link', { name: 'Members' }).focus();
  await user.keyboard('j');
  await waitFor(() => expect(readFocused()).toBe('one'));
});

describe.each(['', '?view=list'])('keys that come faster than frames, in a project shown as %s', (layout) => {
  test('handles all of them', async () => {
    const many = Array.from({ length: 8 }, (_, at) => makeTaskRow(`task-${at}`, { title: `Task ${at}` }));
    await openApp({ at: `/projects/website${layout}`, rows: { task: many } });
    (await screen.findByRole('link', { name: 'Task 0' })).focus();
    // In one go: no frame is rendered in between.
    for (let press = 0; press < 6; press += 1)
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' });
    await waitFor(() => expect(readFocused()).toBe('task-6'));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowUp' });
    await waitFor(() => expect(readFocused()).toBe('task-5'));
  });
});
