// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '#testing/render-part.tsx';
import { openStillTeam } from '#testing/still-team.ts';
import { Button } from './button.tsx';
import { Refused } from './refused.tsx';

test('describes a disabled button by its reason and shows the reason when pressed', async () => {
  const user = await renderPart(
    await openStillTeam('ada', {}),
    <Refused why="Only owners can delete the team.">
      <Button>Delete team</Button>
    </Refused>,
  );
  const button = await screen.findByRole('button', { description: 'Only owners can delete the team.' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(button);
  expect((await screen.findByRole('status')).textContent).toBe('Only owners can delete the team.');
  // Announced once: the popover replaces the description.
  expect(screen.getAllByText('Only owners can delete the team.')).toHaveLength(1);
});
