// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPart } from '#testing/render-part.tsx';
import { openStillTeam } from '#testing/still-team.ts';
import { DateField } from './date-field.tsx';

afterEach(cleanup);

async function showField(props: { min?: string; isNeeded?: boolean } = {}) {
  const onChange = vi.fn<(day: string | null) => void>();
  const onKeyDown = vi.fn();
  await renderPart(
    await openStillTeam('ada', {}),
    <div onKeyDown={onKeyDown}>
      <DateField label="Due date" value="2026-12-31" onChange={onChange} {...props} />
      <button type="button">Elsewhere</button>
    </div>,
  );
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Due date' });
  return { onChange, onKeyDown, input };
}

/** Replaces the text, which is selected when the field gets the focus. */
async function enter(user: UserEvent, text: string): Promise<void> {
  await (text === '' ? user.keyboard('{Backspace}') : user.paste(text));
}

test.each([
  ['2027-10-15', '2027-10-15'],
  ['24 dec 2027', '2027-12-24'],
  ['', null],
])('commits %j once, on blur or Enter', async (typed, day) => {
  const user = userEvent.setup();
  for (const end of ['{Enter}', '{Tab}']) {
    const { onChange, input } = await showField();
    await user.click(input);
    expect(input.value).toBe('31 Dec 2026');
    await enter(user, typed);
    expect(onChange).not.toHaveBeenCalled();
    await user.keyboard(end);
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(onChange.mock.calls).toEqual([[day]]);
    cleanup();
  }
});

test.each([
  ['an unknown text', 'someday', {}],
  ['a day that is too early', '1 jan 2027', { min: '2027-01-02' }],
  ['no day where one is needed', '', { isNeeded: true }],
])('keeps the day after %s', async (_, typed, props) => {
  const user = userEvent.setup();
  const { onChange, onKeyDown, input } = await showField(props);
  await user.click(input);
  await enter(user, typed);
  onKeyDown.mockClear();
  await user.keyboard('{Enter}');
  // Ancestors submit on Enter.
  expect(onKeyDown).not.toHaveBeenCalled();
  expect(input.getAttribute('aria-invalid')).toBe('true');
  await user.tab();
  expect(onChange).not.toHaveBeenCalled();
  expect(input.value).toBe('31 Dec 2026');
});

test('discards the typed day on Escape, which goes no further', async () => {
  const user = userEvent.setup();
  const { onChange, onKeyDown, input } = await showField();
  await user.click(input);
  await user.paste('tomorrow');
  onKeyDown.mockClear();
  await user.keyboard('{Escape}');
  expect(onKeyDown).not.toHaveBeenCalled();
  await user.tab();
  expect(onChange).not.toHaveBeenCalled();
  expect(input.value).toBe('31 Dec 2026');
});

test('shows the typed day in its calendar and picks a day from it', async () => {
  const user = userEvent.setup();
  const { onChange, input } = await showField();
  await user.click(input);
  await user.paste('24 dec 2027');
  expect((await screen.findByRole('status')).textContent).toBe('Friday, 24 December 2027');
  await user.click(screen.getByRole('button', { name: 'Monday, 27 December 2027' }));
  expect(onChange.mock.calls).toEqual([['2027-12-27']]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(input);
});

test('moves into the calendar with the keyboard, and back', async () => {
  const user = userEvent.setup();
  const { onChange, input } = await showField();
  await user.tab();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(
    await screen.findByRole('button', { name: 'Thursday, 31 December 2026' }),
  );
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(input);
  await user.keyboard('{ArrowDown}{ArrowLeft}{Enter}');
  expect(onChange.mock.calls).toEqual([['2026-12-30']]);
  expect(document.activeElement).toBe(input);
});

test('offers no days before the first possible one', async () => {
  const user = userEvent.setup();
  const { input } = await showField({ min: '2026-12-30' });
  await user.click(input);
  const early = await screen.findByRole<HTMLButtonElement>('button', { name: 'Tuesday, 29 December 2026' });
  expect(early.disabled).toBe(true);
});

test('replaces the day when its key mounts the field', async () => {
  const onChange = vi.fn<(day: string | null) => void>();
  function Cell() {
    const [isEditing, setIsEditing] = useState(false);
    const focus = (input: HTMLInputElement | null) => input?.focus();
    return isEditing ? (
      <DateField label="Due date" value="2026-12-31" onChange={onChange} inputRef={focus} />
    ) : (
      <button type="button" onKeyDown={() => flushSync(() => setIsEditing(true))} />
    );
  }
  await renderPart(await openStillTeam('ada', {}), <Cell />);
  fireEvent.keyDown(screen.getByRole('button'), { key: '1' });
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Due date' });
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, '31 Dec 2026'.length]);
});
