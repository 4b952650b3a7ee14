// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';

test('shows the title of a task beside a bar that is too short for it', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const later = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  await openApp({
    at: '/projects/website?view=timeline',
    rows: {
      task: [
        makeTaskRow('short', { title: 'Order the paper for the leaflets', dueDate: today }),
        makeTaskRow('long', { title: 'Paint', startDate: today, dueDate: later }),
      ],
    },
  });
  await screen.findByRole('link', { name: 'Paint' });
  const readBar = (id: string) => document.querySelector<HTMLElement>(`[data-bar][data-task-of="${id}"]`);
  await waitFor(() => expect(readBar('long')?.textContent).toBe('Paint'));
  expect(readBar('short')?.textContent).toBe('');
  expect(readBar('short')?.nextElementSibling?.textContent).toBe('Order the paper for the leaflets');
});
