// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import '#routes/overview/home-screen.tsx';
import { openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';
import { lazyChooser } from '#ui/lazy/lazy-parts.tsx';
import { holdTyping } from '#ui/lazy/type-ahead.ts';

// Text typed while the code of a field is loading ends up in that field and triggers no shortcut.

const rows = { task: [makeTaskRow('trip', { title: 'Plan the trip' })] };

const CASES: [what: string, keys: string, field: string, text: string][] = [
  ['a new task', 'cpeople want apples', 'Title', 'people want apples'],
  ['the assistant', '/create task x', 'Ask or command', 'create task x'],
  ['a new document', 'ndNew plan', 'Title', 'New plan'],
  ['a new project', 'npgarden party', 'Name', 'garden party'],
  ['the search', '{Control>}k{/Control}trap{Backspace}{Backspace}ip', 'Search and commands', 'trip'],
];

test.each(CASES)('keeps the first words typed for %s', async (_, keys, name, text) => {
  const { user } = await openApp({ at: '/tasks', rows });
  await screen.findByText('Plan the trip');
  await user.keyboard(keys);
  const role = name === 'Search and commands' ? 'combobox' : 'textbox';
  const field = await screen.findByRole(role, { name });
  await waitFor(() => expect(field).toHaveProperty('value', text));
  expect(document.activeElement).toBe(field);
  expect(screen.queryAllByRole('dialog').length).toBeLessThan(2);
});

test('keeps the text typed while a dialog for choosing is loading', async () => {
  let load: (field: () => React.JSX.Element) => void = () => {};
  const Choose = lazyChooser(async () => await new Promise<() => React.JSX.Element>((done) => (load = done)));
  const shortcuts = vi.fn();
  window.addEventListener('keydown', shortcuts);
  render(<Choose />);
  for (const key of ['s', 'w', 'i']) fireEvent.keyDown(document.body, { key });
  load(() => <input aria-label="Search labels" autoFocus />);
  const field = await screen.findByRole('textbox', { name: 'Search labels' });
  await waitFor(() => expect(field).toHaveProperty('value', 'swi'));
  expect(shortcuts).not.toHaveBeenCalled();
  window.removeEventListener('keydown', shortcuts);
});

test('lets keys through to rich text that has focus', () => {
  const text = document.body.appendChild(document.createElement('div'));
  text.tabIndex = 0;
  // Missing in jsdom.
  Object.defineProperty(text, 'isContentEditable', { value: true });
  holdTyping();
  text.focus();
  expect(fireEvent.keyDown(text, { key: 'a' })).toBe(true);
  text.remove();
});
