// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '#testing/render-part.tsx';
import { openStillTeam } from '#testing/still-team.ts';
import { TokenExample } from './token-example.tsx';

test('quotes the URL of the example, whose question mark is special in some shells', async () => {
  const team = await openStillTeam('ada', {});
  await renderPart(team, <TokenExample />);
  const { textContent } = screen.getByLabelText('Example');
  expect(textContent).toMatch(new RegExp(` "[^" ]*/teams/${team.teamId}/tasks\\?limit=10"$`));
});
