// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';

// Selected cards move together when one of them is dropped. Cards released outside of the columns stay.

// Missing in jsdom. Scrolling during a drag uses it.
document.elementsFromPoint = () => [];

const TITLES = ['Lamp', 'Chair', 'Desk', 'Shelf'];
const task = TITLES.map((title, at) =>
  makeTaskRow(title.toLowerCase(), { title, projectId: 'website', position: `a${at}` }),
);

const findCard = (title: string) => screen.findByRole('link', { name: title });

const review = () => screen.getByRole('region', { name: 'In review' });
const listIn = (column: string) =>
  [...screen.getByRole('region', { name: column }).querySelectorAll<HTMLElement>('[data-task-id]')].map(
    (card) => card.dataset['taskId'],
  );
const listReviewed = () => listIn('In review');

/** Drags a card over elements, drops it on the last one, and waits for the frames in which the drag library reports. */
async function drag(title: string, ...over: HTMLElement[]): Promise<void> {
  const card = (await findCard(title)).parentElement as HTMLElement;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const dataTransfer = { types: [], items: [], files: [], setData: () => {}, setDragImage: () => {} };
  fireEvent.dragStart(card, { dataTransfer });
  await frame();
  for (const element of over) {
    fireEvent.dragEnter(element, { dataTransfer });
    await frame();
  }
  fireEvent.drop(over.at(-1) ?? card, { dataTransfer });
  await frame();
}

test.each([
  ['all selected cards with a dragged one', ['Lamp', 'Chair', 'Shelf'], 'Chair', ['lamp', 'chair', 'shelf']],
  ['only a dragged card that is not selected', ['Lamp', 'Chair'], 'Desk', ['desk']],
])('moves %s', async (_, selected, dragged, moved) => {
  const { user, server } = await openApp({ at: '/projects/website', rows: { task } });
  for (const title of selected) {
    const card = await findCard(title);
    await user.keyboard('{Control>}');
    await user.click(card);
    await user.keyboard('{/Control}');
  }
  await drag(dragged, review());
  await waitFor(() => expect(listReviewed()).toEqual(moved));
  await waitFor(() => expect(server.recordedRequests).toHaveLength(1));
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(listReviewed()).toEqual([]));
});

test.each([
  [
    'to the next column',
    ['Lamp', 'Shelf'],
    'Shelf',
    'ArrowRight',
    [
      ['chair', 'desk'],
      ['lamp', 'shelf'],
    ],
  ],
  ['down', ['Lamp', 'Chair'], 'Lamp', 'ArrowDown', [['desk', 'lamp', 'chair', 'shelf'], []]],
  ['up', ['Chair', 'Desk'], 'Desk', 'ArrowUp', [['chair', 'desk', 'lamp', 'shelf'], []]],
])('moves all selected cards %s with Alt and an arrow key', async (_, selected, focused, key, columns) => {
  const { user } = await openApp({ at: '/projects/website', rows: { task } });
  for (const title of selected) {
    const card = await findCard(title);
    act(() => card.focus());
    await user.keyboard('x');
  }
  const card = await findCard(focused);
  act(() => card.focus());
  await user.keyboard(`{Alt>}{${key}}{/Alt}`);
  await waitFor(() => expect(['To do', 'In progress'].map(listIn)).toEqual(columns));
});

test('keeps the focus on a card whose move is undone', async () => {
  const { user } = await openApp({ at: '/projects/website', rows: { task } });
  const card = await findCard('Chair');
  act(() => card.focus());
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await waitFor(() => expect(listIn('In progress')).toEqual(['chair']));
  await waitFor(() => expect(document.activeElement).toHaveProperty('textContent', 'Chair'));
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(listIn('In progress')).toEqual([]));
  await waitFor(() => expect(document.activeElement).toHaveProperty('textContent', 'Chair'));
});

test('does not move a card that is released outside of the columns', async () => {
  const { server } = await openApp({ at: '/projects/website', rows: { task } });
  await findCard('Lamp');
  await drag('Lamp', review(), document.body);
  expect(listReviewed()).toEqual([]);
  expect(server.recordedRequests).toEqual([]);
});
