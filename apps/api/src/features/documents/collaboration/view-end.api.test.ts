import { expect, it } from 'vitest';
import { describeOneEngine } from '#testing/databases.ts';
import { openDocument } from '#testing/document-client.ts';
import { makeDocument } from '#testing/documents.ts';
import { joinTeam, makeTeam, signIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

describeOneEngine('documents opened while viewing as another member', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });

  it('disconnects the view, but not the user’s own connection, when the view expires', async () => {
    const [owner, member] = [await signIn(api, 'owner@example.com'), await signIn(api, 'm@example.com')];
    const teamId = (await makeTeam(owner))._id;
    await joinTeam(owner, teamId, member);
    const { id } = await makeDocument(owner, teamId, { markdown: 'Words' });
    const { body } = await owner.post<{ view: { token: string } }>(
      `/teams/${teamId}/members/${member.user.id}/view-as`,
    );
    // One second before the view expires.
    clock.advance(3_599);
    const view = await openDocument(owner, `${teamId}/${id}`, { viewAs: body.view.token });
    const own = await openDocument(owner, `${teamId}/${id}`);
    try {
      expect(view.access).toEqual([{ type: 'access', readOnly: 'view' }]);
      await view.until(() => view.reasons.includes('FORBIDDEN'));
      expect(own.reasons).toEqual([]);
    } finally {
      view.close();
      own.close();
    }
  });
});
