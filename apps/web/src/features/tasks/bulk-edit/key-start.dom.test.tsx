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

describe.each(LAYOUTS)('keyboard navigation of /projects/website%s', (layout) => {
  async function open() {
    const opened = await openApp({ at: `/projects/website${layout}`, rows });
    await waitFor(() => expect(document.querySelectorAll('[data-task-id]').length).toBeGreaterThan(1));
    (document.activeElement as HTMLElement | null)?.blur();
    expect(document.activeElement).toBe(document.body);
    return opened;
  }

  test.each(['j', 'k', '{ArrowDown}', '{ArrowUp}'])(
    'focuses a task on the first press of %s',
    async (key) => {
      const { user } = await open();
      await user.keyboard(key);
      await waitFor(() => expect(readFocused()).toBeDefined());
    },
  );

  test('selects one task with x and all tasks with Ctrl+A while no task is focused', async () => {
    const { user } = await open();
    await user.keyboard('x');
    await screen.findByText('1 selected');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
    (document.activeElement as HTMLElement | null)?.blur();
    await user.keyboard('{Control>}a{/Control}');
    await screen.findByText('2 selected');
  });

  test('selects all tasks if Ctrl+A is the first key pressed', async () => {
    const { user } = await open();
    await user.keyboard('{Control>}a{/Control}');
    await screen.findByText('2 selected');
  });
});

test('focuses the first task with j while another control on the page is focused', async () => {
  const { user } = await openApp({ at: '/projects/website', rows });
  await screen.findByRole('link', { name: 'Lamp' });
  screen.getByRole('link', { name: 'Members' }).focus();
  await user.keyboard('j');
  await waitFor(() => expect(readFocused()).toBe('one'));
});

describe.each(['', '?view=list'])('keyboard navigation of /projects/website%s', (layout) => {
  test('moves focus once per key press', async () => {
    const many = Array.from({ length: 8 }, (_, at) => makeTaskRow(`task-${at}`, { title: `Task ${at}` }));
    await openApp({ at: `/projects/website${layout}`, rows: { task: many } });
    (await screen.findByRole('link', { name: 'Task 0' })).focus();
    // No frame is rendered between these key presses.
    for (let press = 0; press < 6; press += 1)
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' });
    await waitFor(() => expect(readFocused()).toBe('task-6'));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowUp' });
    await waitFor(() => expect(readFocused()).toBe('task-5'));
  });
});
