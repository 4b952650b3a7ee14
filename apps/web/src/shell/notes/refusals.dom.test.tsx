// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { describe, expect, test } from 'vitest';
import { toasts } from '#platform/client-state/toasts.ts';
import { refuse, type ServerResponse } from '#testing/page-server.ts';
import { openApp, type Opened } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';

// Rejected changes: the message and the actions of the red toast.

const atLimit = (limit: string): ServerResponse => ({
  status: 402,
  body: {
    ...(refuse(402, 'PLAN_LIMIT_REACHED').body as object),
    limit,
    max: 10,
    used: 10,
    plan: 'free',
  },
});

async function openTask(answer: ServerResponse, what = 'PATCH /tasks/one'): Promise<Opened> {
  const opened = await openApp({
    at: '/projects/website?task=one',
    rows: { task: [makeTaskRow('one', { title: 'Lamp' })] },
    prepare: ({ handlers }) => handlers.set(what, () => answer),
  });
  await screen.findByRole('complementary', { name: 'Task: Lamp' });
  return opened;
}

async function rename({ user }: Opened, title: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: 'Title' });
  await user.clear(field);
  await user.type(field, `${title}{Enter}`);
}

/** Finds the toast and hovers over it so that it stays. */
async function findToast(): Promise<HTMLElement> {
  const message = await screen.findByText(/^Couldn’t save/);
  fireEvent.pointerOver(message);
  return message.closest('[role="alert"]') as HTMLElement;
}

describe('refused change', () => {
  test('shows a toast with a button to copy the typed text', async () => {
    const opened = await openTask(refuse(403, 'FORBIDDEN'));
    await rename(opened, 'Lantern');
    const toast = within(await findToast());
    await toast.findByText(/^Couldn’t save this change\. You don’t have permission/);
    await opened.user.click(toast.getByRole('button', { name: 'Copy text' }));
    expect(await navigator.clipboard.readText()).toBe('Lantern');
    await screen.findByText('Text copied');
  });

  test('links to the plans at a plan limit', async () => {
    const opened = await openTask(atLimit('tasks'));
    await rename(opened, 'Lantern');
    const toast = within(await findToast());
    toast.getByRole('button', { name: 'Copy text' });
    await opened.user.click(toast.getByRole('button', { name: 'See plans' }));
    await screen.findByRole('heading', { level: 1, name: 'Upgrade' });
  });

  test('hides its toast on other screens, where a command still copies the typed text', async () => {
    const opened = await openTask(refuse(403, 'FORBIDDEN'));
    await rename(opened, 'Lantern');
    await findToast();
    await opened.user.click(screen.getByRole('link', { name: 'Members' }));
    await screen.findByRole('heading', { level: 1, name: 'Members' });
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await opened.user.keyboard('{Control>}k{/Control}');
    await opened.user.type(await screen.findByRole('combobox'), 'copy text');
    await opened.user.click(await screen.findByRole('option', { name: /^Copy text that couldn’t be saved/ }));
    await screen.findByText('Text copied');
    expect(await navigator.clipboard.readText()).toBe('Lantern');
  });
});

describe('refused create', () => {
  test.each([
    ['a task', '/projects/website', 'POST /tasks', 'New task in To do'],
    ['a label', '/settings/work', 'POST /labels', 'New label'],
  ])('stays visible and lets the user copy the text of %s', async (_, at, what, name) => {
    const { user } = await openApp({
      at,
      prepare: ({ handlers }) => handlers.set(what, () => refuse(403, 'FORBIDDEN')),
    });
    if (what === 'POST /tasks')
      await user.click(await screen.findByRole('button', { name: 'Add task to To do' }));
    await user.type(await screen.findByRole('textbox', { name }), 'Lantern{Enter}');
    const toast = within(
      (await screen.findByText(/^Couldn’t save/)).closest('[role="alert"]') as HTMLElement,
    );
    expect(toasts.get().toast.isLasting).toBe(true);
    await user.click(toast.getByRole('button', { name: 'Copy text' }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('Lantern'));
  });
});

describe('conflict in a description', () => {
  const clash: ServerResponse = {
    status: 409,
    body: {
      ...(refuse(409, 'CONFLICT').body as object),
      errors: [{ path: 'descriptionBase', message: 'CONFLICT' }],
    },
  };
  const step = { type: 'paragraph', content: [{ type: 'text', text: 'Sand it' }] };
  const taskItem = { type: 'taskItem', attrs: { checked: false }, content: [step] };
  const descriptionDoc = { type: 'doc', content: [{ type: 'taskList', content: [taskItem] }] } as RichText;
  const findBoth = () => screen.findByRole('alert', { name: 'Two descriptions' });

  /** Ticks a checklist step. The server responds when `answer` is called. */
  async function tick(): Promise<Opened & { answer: () => void }> {
    const { promise, resolve } = Promise.withResolvers<ServerResponse>();
    const opened = await openApp({
      at: '/projects/website',
      rows: { task: [makeTaskRow('one', { title: 'Lamp', descriptionDoc })] },
      prepare: ({ handlers }) =>
        handlers.set('PATCH /tasks/one', async (body) =>
          'title' in (body as object) ? refuse(403, 'FORBIDDEN') : await promise,
        ),
    });
    await opened.user.click(await screen.findByRole('link', { name: 'Lamp' }));
    await opened.user.click(await screen.findByRole('checkbox', { name: /Sand it/ }));
    return { ...opened, answer: () => resolve(clash) };
  }

  test('appears in the open panel and leaves the toast to other refusals', async () => {
    const opened = await tick();
    opened.answer();
    await findBoth();
    await rename(opened, 'Lantern');
    within(await findToast()).getByText(/^Couldn’t save this change\. You don’t have permission/);
  });

  test('appears in the toast only while no panel is open', async () => {
    const { answer, user } = await tick();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Task: Lamp' })).toBeNull());
    answer();
    within(await findToast()).getByRole('button', { name: 'See both texts' });
    await user.click(screen.getByRole('link', { name: 'Lamp' }));
    await findBoth();
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  });
});
