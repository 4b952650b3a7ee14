// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';

// Covers the values shown in a workload. Moving tasks is covered in e2e/views/workload.nightly.spec.ts.

const TODAY = new Date().toISOString().slice(0, 10);

test('shows points, or the number of tasks if a person has no estimates', async () => {
  const make = (id: string, person: string, estimate: number | null) =>
    makeTaskRow(id, { assigneeIds: [person], startDate: TODAY, dueDate: TODAY, estimate });
  const { server } = await openApp({
    at: '/projects/website?view=workload',
    rows: { task: [make('one', 'ada', null), make('two', 'ada', null), make('three', 'bob', 5)] },
  });
  // Select by attribute because queries by role take seconds in a grid of this size.
  const readCells = () =>
    [...document.querySelectorAll('[role="gridcell"]')].flatMap((cell) =>
      /[1-9]/.test(cell.textContent.split(': ')[1] ?? '') ? [cell.textContent] : [],
    );
  await waitFor(() => {
    expect(readCells()).toEqual([
      expect.stringMatching(/^Ada Moss, .*: 2 tasks2 tasks$/),
      expect.stringMatching(/^Bob Reed, .*: 5 points5$/),
    ]);
  });
  server.publish('task', make('four', 'bob', null));
  await waitFor(() =>
    expect(readCells()[1]).toMatch(/: 5 points, 1 task without an estimate5\+1 not estimated$/),
  );
});
