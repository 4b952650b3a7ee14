// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dragTo } from '#testing/drag.ts';
import { openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';

// Rows of a list in manual order move like the cards of a board.

const task = ['Lamp', 'Chair', 'Desk', 'Shelf'].map((title, at) =>
  makeTaskRow(title.toLowerCase(), {
    title,
    projectId: 'website',
    position: `a${at}`,
    ...(title === 'Shelf' ? { statusId: 'review' } : {}),
  }),
);

const findRow = async (title: string) => {
  const link = await screen.findByRole('link', { name: title });
  return link.closest<HTMLElement>('[role="row"]') as HTMLElement;
};
const findHeading = async (name: RegExp) => {
  const heading = await screen.findByRole('heading', { name });
  return heading.closest<HTMLElement>('[role="row"]') as HTMLElement;
};
/** The lines of the list: titles of tasks, and headings in upper case. */
const listLines = () =>
  within(screen.getByRole('grid', { name: 'Tasks' }))
    .getAllByRole('row')
    .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
    .map((row) => {
      const heading = within(row).queryByRole('heading')?.textContent.replaceAll(/\d/g, '').toUpperCase();
      return heading ?? row.querySelector('[data-task-id]')?.textContent;
    });

const openList = async (search: string) =>
  await openApp({ at: `/projects/website?view=list${search}`, rows: { task } });

test.each(['', '&empty=hide'])('moves dragged rows to another heading%s', async (search) => {
  const { user, server } = await openList(search);
  const start = ['TO DO', 'Lamp', 'Chair', 'Desk', 'IN REVIEW', 'Shelf'];
  await findRow('Lamp');
  const lines = () => listLines().filter((line) => start.includes(line ?? ''));
  expect(lines()).toEqual(start);
  await dragTo(await findRow('Desk'), await findHeading(/In review/));
  await waitFor(() => expect(lines()).toEqual(['TO DO', 'Lamp', 'Chair', 'IN REVIEW', 'Desk', 'Shelf']));
  expect(server.recordedRequests).toHaveLength(1);
  for (const title of ['Lamp', 'Chair']) {
    await user.keyboard('{Control>}');
    await user.click(await screen.findByRole('link', { name: title }));
    await user.keyboard('{/Control}');
  }
  await dragTo(await findRow('Chair'), await findHeading(/In review/));
  await waitFor(() => expect(lines()).toEqual(['IN REVIEW', 'Lamp', 'Chair', 'Desk', 'Shelf']));
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(lines()).toEqual(['TO DO', 'Lamp', 'Chair', 'IN REVIEW', 'Desk', 'Shelf']));
});

test('moves the focused row by one place with Alt and an arrow key', async () => {
  const { user } = await openList('');
  (await screen.findByRole('link', { name: 'Lamp' })).focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(() => expect(listLines().slice(0, 4)).toEqual(['TO DO', 'Chair', 'Lamp', 'Desk']));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Lamp'));
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(listLines().slice(0, 4)).toEqual(['TO DO', 'Lamp', 'Chair', 'Desk']));
});

test('does not drag rows of a sorted list', async () => {
  const { server } = await openList('&sort=-priority');
  await dragTo(await findRow('Lamp'), await findHeading(/In review/));
  expect(server.recordedRequests).toEqual([]);
});
