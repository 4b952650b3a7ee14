// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { dragTo } from '#testing/drag.ts';
import { openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';

// Selected cards move together when one of them is dropped. Cards released outside of the columns stay.

const TITLES = ['Lamp', 'Chair', 'Desk', 'Shelf'];
const task = TITLES.map((title, at) =>
  makeTaskRow(title.toLowerCase(), { title, projectId: 'website', position: `a${at}` }),
);

const findCard = (title: string) => screen.findByRole('link', { name: title });

async function drag(title: string, ...over: HTMLElement[]): Promise<void> {
  await dragTo((await findCard(title)).parentElement as HTMLElement, ...over);
}

const review = () => screen.getByRole('region', { name: 'In review' });
const listIn = (column: string) =>
  [...screen.getByRole('region', { name: column }).querySelectorAll<HTMLElement>('[data-task-id]')].map(
    (card) => card.dataset['taskId'],
  );
const listReviewed = () => listIn('In review');

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

test('moves all selected cards with the dialog', async () => {
  const { user } = await openApp({ at: '/projects/website', rows: { task } });
  for (const title of ['Lamp', 'Shelf']) {
    const card = await findCard(title);
    act(() => card.focus());
    await user.keyboard('x');
  }
  await user.keyboard('m');
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to…' }));
  dialog.getByText('2 tasks');
  await user.click(dialog.getByRole('radio', { name: 'In review' }));
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(listReviewed()).toEqual(['lamp', 'shelf']));
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

test('shows the number of selected cards on a card dragged by touch', async () => {
  // Missing in jsdom.
  vi.stubGlobal('DataTransfer', Object);
  vi.stubGlobal(
    'DragEvent',
    class extends MouseEvent {
      dataTransfer = { types: [], items: [], files: [], setData: () => {}, setDragImage: () => {} };
    },
  );
  document.elementFromPoint = () => document.body;
  const { user } = await openApp({ at: '/projects/website', rows: { task } });
  for (const title of ['Lamp', 'Chair', 'Desk']) {
    await user.keyboard('{Control>}');
    await user.click(await findCard(title));
    await user.keyboard('{/Control}');
  }
  const card = (await findCard('Chair')).parentElement as HTMLElement;
  const touch = { pointerType: 'touch', isPrimary: true, pointerId: 7 };
  fireEvent.pointerDown(card, { ...touch, clientX: 0, clientY: 0 });
  // A drag starts when the finger moves after a long press.
  await waitFor(() => expect(card.closest('[data-chosen]')).toBeNull());
  await waitFor(() => {
    fireEvent.pointerMove(window, { ...touch, clientX: 0, clientY: 40 });
    const added = [...document.body.children].map(({ textContent }) => textContent);
    expect(added).toContainEqual(expect.stringMatching(/^Chair.*3$/));
  });
  fireEvent.pointerCancel(window, touch);
  vi.unstubAllGlobals();
});
