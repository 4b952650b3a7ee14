// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPart } from '#testing/render-part.tsx';
import { openStillTeam } from '#testing/still-team.ts';
import { DateField } from './date-field.tsx';

afterEach(cleanup);

/** Renders a field with a day and types further days into it: the browser reports each key that makes a valid day. */
async function typeDays(...days: string[]) {
  const onChange = vi.fn<(day: string | null) => void>();
  const onKeyDown = vi.fn();
  await renderPart(
    await openStillTeam('ada', {}),
    <div onKeyDown={onKeyDown}>
      <DateField label="Due date" value="2026-12-31" onChange={onChange} />
    </div>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Due date');
  act(() => input.focus());
  for (const day of days) {
    fireEvent.keyDown(input, { key: '2' });
    fireEvent.change(input, { target: { value: day } });
  }
  return { onChange, onKeyDown, input };
}

const TYPED = ['2026-10-15', '0002-10-15', '0020-10-15', '0202-10-15', '2027-10-15'];

test.each([
  ['on blur', TYPED, '2027-10-15', false],
  ['on Enter', TYPED, '2027-10-15', true],
  ['with a year of two digits', ['0027-10-15'], '2027-10-15', false],
  ['when all parts are deleted', [''], null, false],
])('commits a typed day once, %s', async (_, days, expected, hasEnter) => {
  const { onChange, input } = await typeDays(...days);
  expect(onChange).not.toHaveBeenCalled();
  if (hasEnter) {
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(onChange).toHaveBeenCalledWith(expected);
  }
  fireEvent.blur(input);
  expect(onChange.mock.calls).toEqual([[expected]]);
});

test('keeps the day when a part of it is missing at the end', async () => {
  const { onChange, input } = await typeDays('');
  Object.defineProperty(input, 'validity', { value: { badInput: true } });
  fireEvent.blur(input);
  expect(onChange).not.toHaveBeenCalled();
  expect(input.value).toBe('2026-12-31');
});

test('discards the typed day on Escape', async () => {
  const { onChange, onKeyDown, input } = await typeDays('2027-10-15');
  onKeyDown.mockClear();
  fireEvent.keyDown(input, { key: 'Escape' });
  fireEvent.blur(input);
  expect(input.value).toBe('2026-12-31');
  expect(onChange).not.toHaveBeenCalled();
  expect(onKeyDown).not.toHaveBeenCalled();
});

test('commits a day that is picked in the calendar at once, also after typing', async () => {
  const { onChange, input } = await typeDays('2027-10-15');
  fireEvent.pointerDown(input);
  fireEvent.change(input, { target: { value: '2026-11-20' } });
  fireEvent.blur(input);
  expect(onChange.mock.calls).toEqual([['2026-11-20']]);
});

test('does not commit the first digit if its key mounts the field', async () => {
  const onChange = vi.fn<(day: string | null) => void>();
  function Cell() {
    const [isEditing, setIsEditing] = useState(false);
    return isEditing ? (
      <DateField label="Due date" value="2026-12-31" onChange={onChange} />
    ) : (
      <button type="button" onKeyDown={() => flushSync(() => setIsEditing(true))} />
    );
  }
  await renderPart(await openStillTeam('ada', {}), <Cell />);
  fireEvent.keyDown(screen.getByRole('button'), { key: '1' });
  const input = screen.getByLabelText('Due date');
  fireEvent.change(input, { target: { value: '2026-01-31' } });
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.blur(input);
  expect(onChange).toHaveBeenCalledWith('2026-01-31');
});
