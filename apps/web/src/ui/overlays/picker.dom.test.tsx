// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
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
