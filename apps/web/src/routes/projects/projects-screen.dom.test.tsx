// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';
import { makeProjectRow, makeTaskRow } from '#testing/team-rows.ts';

const findList = async () => within(await screen.findByRole('main')).findByRole('list', { name: 'Projects' });
const readNames = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map((link) => /Website|Shop|App/.exec(link.textContent)?.[0]);

test('shows the properties of a project and sorts projects by health, progress and target date', async () => {
  const project = [
    makeProjectRow('w', {
      name: 'Website',
      health: 'onTrack',
      leadId: 'bob',
      targetDate: '2030-03-01',
      position: 'a0',
    }),
    makeProjectRow('s', {
      name: 'Shop',
      health: 'offTrack',
      leadId: 'ada',
      targetDate: '2030-01-01',
      position: 'a1',
    }),
    makeProjectRow('a', { name: 'App', position: 'a2' }),
  ];
  const task = [
    makeTaskRow('one', { projectId: 'w' }),
    makeTaskRow('two', { projectId: 'w', statusId: 'done', closedAt: new Date().toISOString() }),
    makeTaskRow('three', { projectId: 'a' }),
    makeTaskRow('four', { projectId: 'a' }),
  ];
  const { user } = await openApp({ at: '/projects', rows: { project, task } });
  const list = await findList();
  const website = within(list).getByRole('link', { name: /Website/ });
  for (const text of ['On track', 'Bob Reed', '1 of 2 done', '1 open task']) within(website).getByText(text);
  expect(website.textContent).toMatch(/Mar/);

  expect(readNames(list)).toEqual(['Website', 'Shop', 'App']);
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  await press('Health');
  expect(readNames(list)).toEqual(['Shop', 'Website', 'App']);
  await press('Health');
  expect(readNames(list)).toEqual(['Website', 'Shop', 'App']);
  await press('Progress');
  expect(readNames(list)).toEqual(['App', 'Website', 'Shop']);
  await press('Target date');
  expect(readNames(list)).toEqual(['Shop', 'Website', 'App']);
  await press('Target date');
  await press('Target date');
  expect(readNames(list)).toEqual(['Website', 'Shop', 'App']);
});
