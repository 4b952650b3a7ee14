// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { renderPart } from '#testing/render-part.tsx';
import { openStillTeam } from '#testing/still-team.ts';
import { makeMember, makeTeamRow } from '#testing/team-rows.ts';
import { AddLine } from './add-line.tsx';

afterEach(cleanup);

// A list that grows while a button below it is pressed moves the button, and the browser drops the click.
test('adds the line before the click on another button, but not while it is pressed', async () => {
  const user = userEvent.setup();
  const events: string[] = [];
  const store = await openStillTeam('ada', { team: [makeTeamRow()], member: [makeMember('Ada')] });
  await renderPart(
    store,
    <>
      <AddLine
        label="Add an option…"
        maxLength={20}
        room={5}
        onAdd={(lines) => events.push(...lines.map(({ title }) => title))}
      />
      <button type="button" onClick={() => events.push('saved')}>
        Save
      </button>
    </>,
  );
  await user.type(await screen.findByRole('textbox'), 'Large');
  const target = screen.getByRole('button', { name: 'Save' });
  await user.pointer({ target, keys: '[MouseLeft>]' });
  expect(document.activeElement).toBe(target);
  expect(events).toEqual([]);
  await user.pointer({ target, keys: '[/MouseLeft]' });
  expect(events).toEqual(['Large', 'saved']);
  await user.type(screen.getByRole('textbox'), 'Small');
  await user.tab();
  expect(events).toEqual(['Large', 'saved', 'Small']);
});
