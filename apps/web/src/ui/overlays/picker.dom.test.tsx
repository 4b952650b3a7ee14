// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPart } from '#testing/render-part.tsx';
import { openStillTeam } from '#testing/still-team.ts';
import { Picker } from './picker.tsx';

afterEach(cleanup);

const STATUSES = ['Por hacer', 'En curso', 'En revisión', 'Hecho', 'Último'];

test.each([
  ['h', 'Hecho'],
  ['POR', 'Por hacer'],
  ['ult', 'Último'],
  ['e', 'En curso'],
])('selects the option of a short list that begins with the typed %j', async (typed, expected) => {
  const onPick = vi.fn<(value: string) => void>();
  const options = STATUSES.map((label) => ({ value: label, label }));
  const user = await renderPart(
    await openStillTeam('ada', {}),
    <Picker label="Estado" options={options} selected={['Por hacer']} onPick={onPick}>
      Por hacer
    </Picker>,
  );
  await user.click(screen.getByRole('button'));
  // The list is loaded on first use.
  await screen.findByRole('listbox', {}, { timeout: 10_000 });
  await user.keyboard(typed);
  await user.keyboard('{Enter}');
  expect(onPick.mock.calls).toEqual([[expected]]);
});

test.each([
  [STATUSES, 'hec', 'Hecho'],
  [[...STATUSES, 'Seis', 'Siete', 'Ocho', 'Nueve'], 'sie', 'Siete'],
])('applies what is typed while the list of %j is loading', async (labels, typed, expected) => {
  vi.resetModules();
  const { Picker: FreshPicker } = await import('./picker.tsx');
  const onPick = vi.fn<(value: string) => void>();
  const options = labels.map((label) => ({ value: label, label }));
  const user = await renderPart(
    await openStillTeam('ada', {}),
    <FreshPicker label="Estado" options={options} selected={['Por hacer']} onPick={onPick}>
      Por hacer
    </FreshPicker>,
  );
  screen.getByRole('button').focus();
  await user.keyboard(`{ArrowDown}${typed}`);
  const list = await screen.findByRole('listbox', {}, { timeout: 10_000 });
  await waitFor(() =>
    expect(list.querySelector('[data-combobox-selected]')?.textContent).toContain(expected),
  );
  await user.keyboard('{Enter}');
  expect(onPick.mock.calls).toEqual([[expected]]);
});
