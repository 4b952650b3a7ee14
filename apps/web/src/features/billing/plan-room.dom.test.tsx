// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp, type Opened } from '#testing/render-app.tsx';
import { PRO } from '#testing/team-rows.ts';

// A reached plan limit is reported without sending a request.

const TRIAL = {
  ...PRO,
  plan: 'free',
  limits: { collaborators: 3, projects: 1, documents: 3, tasks: 10 },
  usage: { collaborators: 1, projects: 1, documents: 0, tasks: 10 },
} as const;

const openTrial = (at: string): Promise<Opened> =>
  openApp({ at, prepare: (server) => (server.subscription = TRIAL) });

async function openPlans({ user, server }: Opened, text: RegExp): Promise<void> {
  await screen.findByText(text);
  expect(server.recordedRequests).toEqual([]);
  await user.click(screen.getByRole('link', { name: 'See plans' }));
  await screen.findByRole('heading', { level: 1, name: 'Upgrade' });
}

test('disables creation of a project beyond the plan limit and links to the plans', async () => {
  const opened = await openTrial('/projects');
  await opened.user.click(await screen.findByRole('button', { name: /^New project/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New project' }));
  await opened.user.type(await dialog.findByRole('textbox', { name: 'Name' }), 'Second{Enter}');
  expect(dialog.getByRole('button', { name: 'Create project' })).toHaveProperty('disabled', true);
  expect(location.pathname).toBe('/dashboard/projects');
  await openPlans(opened, /1 project/);
});

test('shows the plan limit in the task dialog, sends no request and links to the plans', async () => {
  const opened = await openTrial('/projects/website');
  await opened.user.click(await screen.findByRole('button', { name: 'New task' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New task' }));
  await opened.user.type(await dialog.findByRole('textbox', { name: 'Title' }), 'Eleventh{Enter}');
  await openPlans(opened, /10 tasks/);
});

test('keeps the title of a task beyond the plan limit in the quick-add field', async () => {
  const opened = await openTrial('/projects/website');
  await opened.user.click(await screen.findByRole('button', { name: 'Add task to To do' }));
  const field = await screen.findByRole('textbox', { name: 'New task in To do' });
  await opened.user.type(field, 'Eleventh{Enter}');
  expect(field).toHaveProperty('value', 'Eleventh');
  await openPlans(opened, /10 tasks/);
});
