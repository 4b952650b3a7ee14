import { expect, it } from 'vitest';
import type { Proposal } from '@hearth/contracts/assistant/assistant';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import {
  makeProTeam,
  makeProject,
  makeTask,
  makeTeam,
  type ApiResponse,
  type SignedIn,
} from '#testing/make.ts';
import { openToolboxOf } from '#testing/open-toolbox.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';
import { digestTeam } from './team-digest.ts';

interface Scene {
  teamId: string;
  otherTeamId: string;
  projectId: string;
  hiddenId: string;
  id: string;
}

describeOneEngine('forged confirmations', (engine) => {
  const api = useSharedApp(engine);
  const [owner, ben, cleo] = usePeople(api, 'owner', 'ben', 'cleo');
  let scene: Scene;

  const confirm = async (who: SignedIn, of: Partial<Scene> = {}, body: object = {}): Promise<ApiResponse> => {
    const { teamId, id } = { ...scene, ...of };
    return await who.post(`/teams/${teamId}/assistant/proposals/${id}/confirm`, body);
  };
  const edit = async (after: object, index = 0) => await confirm(ben, {}, { edits: [{ index, after }] });
  const setRow = async (values: object): Promise<void> => {
    await asOwner(api.app.db, (tx) =>
      tx.updateTable('assistant_proposals').set(values).where('id', '=', scene.id).execute(),
    );
  };

  const CASES: readonly {
    name: string;
    /** Runs after the proposal is shown and before the attempt to confirm it. */
    meanwhile?: () => Promise<unknown>;
    attempt: () => Promise<ApiResponse>;
    status: number;
  }[] = [
    {
      name: 'an invented id',
      attempt: () => confirm(ben, { id: '01a22329-ceea-77f2-a744-5dc539790e52' }),
      status: 404,
    },
    { name: 'a proposal of another member', attempt: () => confirm(cleo), status: 404 },
    { name: 'another member’s proposal, confirmed by the owner', attempt: () => confirm(owner), status: 404 },
    {
      name: 'a proposal of another team',
      attempt: () => confirm(ben, { teamId: scene.otherTeamId }),
      status: 404,
    },
    {
      name: 'an expired proposal',
      meanwhile: () => setRow({ expires_at: new Date(0) }),
      attempt: () => confirm(ben),
      status: 410,
    },
    {
      name: 'a rejected proposal',
      meanwhile: () => ben.post(`/teams/${scene.teamId}/assistant/proposals/${scene.id}/reject`),
      attempt: () => confirm(ben),
      status: 422,
    },
    { name: 'a replay', meanwhile: () => confirm(ben), attempt: () => confirm(ben), status: 200 },
    {
      name: 'a replay after the undo',
      meanwhile: async () => {
        await confirm(ben);
        await ben.post(`/teams/${scene.teamId}/assistant/proposals/${scene.id}/undo`);
      },
      attempt: () => confirm(ben),
      status: 200,
    },
    { name: 'a nonexistent row', attempt: () => confirm(ben, {}, { only: [0, 7] }), status: 400 },
    { name: 'an edit of a nonexistent row', attempt: () => edit({ title: 'Mine' }, 7), status: 400 },
    {
      name: 'an edit into a private project',
      attempt: () => edit({ projectId: scene.hiddenId }),
      status: 404,
    },
    {
      name: 'an edit of a read-only field',
      attempt: () => edit({ createdBy: ben.user.id }),
      status: 400,
    },
    { name: 'an edit that replaces the call', attempt: () => edit({ call: 'projects.delete' }), status: 400 },
    {
      name: 'a stored call that is not proposable',
      meanwhile: () =>
        setRow({
          changes: JSON.stringify([
            {
              act: 'delete',
              kind: 'project',
              id: scene.projectId,
              title: '',
              before: null,
              after: null,
              call: { route: 'teams.delete' },
            },
          ]),
        }),
      attempt: () => confirm(ben),
      status: 500,
    },
    {
      name: 'a role lowered in the meantime',
      meanwhile: () => owner.patch(`/teams/${scene.teamId}/members/${ben.user.id}`, { teamRole: 'guest' }),
      attempt: () => confirm(ben),
      status: 404,
    },
    {
      name: 'a membership that ended in the meantime',
      meanwhile: () => owner.delete(`/teams/${scene.teamId}/members/${ben.user.id}`),
      attempt: () => confirm(ben),
      status: 404,
    },
    {
      name: 'a project made private in the meantime',
      meanwhile: () => owner.patch(`/teams/${scene.teamId}/projects/${scene.projectId}`, { isPrivate: true }),
      attempt: () => confirm(ben),
      status: 404,
    },
    {
      name: 'a session that ended in the meantime',
      meanwhile: () => ben.post('/auth/signout'),
      attempt: () => confirm(ben),
      status: 401,
    },
  ];

  it.each(CASES)('writes nothing for $name', async ({ meanwhile, attempt, status }) => {
    const teamId = await makeProTeam(owner, { member: [ben, cleo] });
    const project = await makeProject(owner, teamId);
    const hidden = await makeProject(owner, teamId, { name: 'Hidden', isPrivate: true });
    const task = await makeTask(owner, teamId, { projectId: project.id });
    const { proposal } = await (
      await openToolboxOf(api, ben, teamId)
    ).run('updateTasks', {
      target: { kind: 'keys', keys: [task.key] },
      change: { act: 'rename', title: 'Changed' },
    });
    const otherTeamId = (await makeTeam(ben))._id;
    scene = {
      teamId,
      otherTeamId,
      projectId: project.id,
      hiddenId: hidden.id,
      id: (proposal as Proposal).id,
    };
    await meanwhile?.();
    const before = [await digestTeam(api.app.db, teamId), await digestTeam(api.app.db, otherTeamId)];
    const response = await attempt();
    expect([await digestTeam(api.app.db, teamId), await digestTeam(api.app.db, otherTeamId)]).toEqual(before);
    expect(response.status).toBe(status);
  });
});
