// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import type { PersonHere } from '@hearth/contracts/presence/presence-values';
import { describe, expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';
import { makeMember, makeTaskRow } from '#testing/team-rows.ts';

// Members who have a task open are shown on it in every list, without other re-renders.

const at = (userId: string, taskId: string | null): PersonHere => ({
  userId,
  places: [{ projectId: 'website', taskId, field: null, screen: null, follows: null }],
});

describe.each(['board', 'list', 'table'])('presence in a %s', (view) => {
  test('updates only the task whose viewers change', async () => {
    const { server } = await openApp({
      at: `/projects/website?view=${view}`,
      rows: {
        member: [makeMember('Cem Oz')],
        task: [makeTaskRow('lamp', { title: 'Lamp' }), makeTaskRow('sofa', { title: 'Sofa' })],
      },
    });
    await screen.findByRole('link', { name: 'Lamp' });
    // Retries because messages sent before the page subscribes are lost, and a list may re-render as its lazy parts load.
    await waitFor(() => {
      act(() => server.sendPresence([at('bob', 'lamp')]));
      expect(readFaces(findTask('Lamp'))).toBe('Looking at this task: Bob Reed');
    });
    if (view !== 'board') screen.getByRole('rowheader', { name: /Sofa$/ });
    const [lamp, sofa] = [findTask('Lamp'), findTask('Sofa')];
    const touched: Node[] = [];
    const observer = new MutationObserver((changes) => touched.push(...changes.map(({ target }) => target)));
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    for (const [people, names] of [
      [[at('bob', 'lamp'), at('cem', 'lamp')], 'Bob Reed and Cem Oz'],
      [[at('bob', 'lamp'), at('cem', null)], 'Bob Reed'],
      [[at('bob', null)], null],
      [[], null],
    ] as const) {
      act(() => server.sendPresence([...people]));
      await waitFor(() => expect(readFaces(lamp)).toBe(names && `Looking at this task: ${names}`));
      expect(readFaces(sofa)).toBeNull();
    }
    observer.disconnect();
    expect(touched.some((node) => lamp.contains(node))).toBe(true);
    expect(touched.filter((node) => sofa.contains(node))).toEqual([]);
  });
});

function findTask(title: string): Element {
  return screen.getByRole('link', { name: title }).closest('[data-task-of]') as Element;
}

function readFaces(task: Element): string | null {
  // Screen readers announce the viewers as the task's description. In a table, the row header contains them.
  const about = task.querySelector('[aria-describedby]')?.getAttribute('aria-describedby');
  const selector = about === undefined ? '[role="rowheader"]' : `#${about}`;
  return task.querySelector(`${selector} [data-openers]`)?.getAttribute('aria-label') ?? null;
}
