// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';

// Nobody has to reach for the pointer, or press Tab thirty times, before the keys of a list work.

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

  test.each(['j', 'k', '{ArrowDown}', '{ArrowUp}'])('the first %s goes to a task', async (key) => {
    const { user } = await open();
    await user.keyboard(key);
    await waitFor(() => expect(readFocused()).toBeDefined());
  });

  test('x selects where it begins, Ctrl+A takes all', async () => {
    const { user } = await open();
    await user.keyboard('x');
    await screen.findByText('1 selected');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
    (document.activeElement as HTMLElement | null)?.blur();
    await user.keyboard('{Control>}a{/Control}');
    await screen.findByText('2 selected');
  });

  test('Ctrl+A is the first key', async () => {
    const { user } = await open();
    await user.keyboard('{Control>}a{/Control}');
    await screen.findByText('2 selected');
  });
});

test('what holds the focus elsewhere on the page is no hindrance, a field is', async () => {
  const { user } = await openApp({ at: '/projects/website', rows });
  await screen.findByRole('link', { name: 'Lamp' });
  screen.getByRole('link', { name: 'Members' }).focus();
  await user.keyboard('j');
  await waitFor(() => expect(readFocused()).toBe('one'));
});

describe.each(['', '?view=list'])('keys that come faster than frames, in a project shown as %s', (layout) => {
  test('are all heard', async () => {
    const many = Array.from({ length: 8 }, (_, at) => makeTaskRow(`task-${at}`, { title: `Task ${at}` }));
    await openApp({ at: `/projects/website${layout}`, rows: { task: many } });
    (await screen.findByRole('link', { name: 'Task 0' })).focus();
    // Of one go: no frame is drawn in between.
    for (let press = 0; press < 6; press += 1)
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' });
    await waitFor(() => expect(readFocused()).toBe('task-6'));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowUp' });
    await waitFor(() => expect(readFocused()).toBe('task-5'));
  });
});
