// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { renderPart } from '#testing/render-part.tsx';
import { openStillTeam } from '#testing/still-team.ts';
import { UseTemplateDialog } from './template-use-dialog.tsx';
import type { TeamTemplate } from './template-views.ts';

afterEach(cleanup);

const project = {
  description: '',
  color: 'sky',
  startDay: null,
  targetDay: null,
  cycles: null,
  limits: [],
} satisfies TeamTemplate['content']['project'];
const template: TeamTemplate = {
  id: 'launch',
  name: 'Launch',
  kind: 'project',
  createdBy: 'ada',
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  content: { roles: ['Editor'], tasks: [], relations: [], milestones: [], project },
};

function Opened() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <UseTemplateDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        kind="project"
        projectId={null}
        onCreated={() => undefined}
      />
    </>
  );
}

test('keeps what was typed after Escape, and forgets it on Cancel', async () => {
  await renderPart(await openStillTeam('ada', { template: [template] }), <Opened />);
  const user = userEvent.setup();
  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'Open' }));
    return await screen.findByLabelText<HTMLInputElement>('Name');
  };
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.type(await open(), 'Spring');
  await user.keyboard('{Escape}');
  await closed();
  expect((await open()).value).toBe('Spring');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await closed();
  expect((await open()).value).toBe('');
});
