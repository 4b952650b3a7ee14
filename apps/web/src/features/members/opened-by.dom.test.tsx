// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import type { PersonHere } from '@hearth/contracts/presence/presence-values';
import { describe, expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';
import { makeMember, makeTaskRow } from '#testing/team-rows.ts';

// Whoever has a task open is seen on it, wherever it is listed, and nothing else is drawn anew for that.

const at = (userId: string, taskId: string | null): PersonHere => ({
  userId,
  places: [{ projectId: 'website', taskId, field: null, screen: null, follows: null }],
});

describe.each(['board', 'list', 'table'])('in a %s', (view) => {
  test('a face comes and goes with who has the task open, and no other card is touched', async () => {
    const { server } = await openApp({
      at: `/projects/website?view=${view}`,
      rows: {
        member: [makeMember('Cem Oz')],
        task: [makeTaskRow('lamp', { title: 'Lamp' }), makeTaskRow('sofa', { title: 'Sofa' })],
      },
    });
    await screen.findByRole('link', { name: 'Lamp' });
    // What is told before the page listens is heard by nobody, and a list may be drawn anew as its later parts come.
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
  // Whoever hears the list hears it with what else there is to say of the task; a table has a cell for that.
  const about = task.querySelector('[aria-describedby]')?.getAttribute('aria-describedby');
  const place = about === undefined ? '[role="rowheader"]' : `#${about}`;
  return task.querySelector(`${place} [data-openers]`)?.getAttribute('aria-label') ?? null;
}
