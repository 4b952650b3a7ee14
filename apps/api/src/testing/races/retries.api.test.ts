import { beforeEach, expect, it } from 'vitest';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeProject, makeTask, makeTeam, type ApiResponse, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('retries after a lost response', (engine) => {
  const api = useSharedApp(engine);
  const [ada, bob] = usePeople(api, 'ada', 'bob');
  let teamId: string;

  beforeEach(async () => {
    teamId = (await makeTeam(ada))._id;
    await joinTeam(ada, teamId, bob);
  });

  const send = async (by: SignedIn, method: string, path: string, key: string): Promise<ApiResponse> =>
    await by.send(method, path, { headers: { 'idempotency-key': key } });

  it('returns the first response to a delete', async () => {
    const project = await makeProject(ada, teamId);
    const task = await makeTask(ada, teamId, { projectId: project.id });
    for (const path of [`tasks/${task.id}`, `projects/${project.id}`]) {
      const at = `/teams/${teamId}/${path}`;
      const first = await send(ada, 'DELETE', at, 'once');
      const again = await send(ada, 'DELETE', at, 'once');
      expect([first.status, again.status]).toEqual([204, 204]);
      expect(again.headers.get('hearth-seq')).toBe(first.headers.get('hearth-seq'));
      expect((await send(ada, 'DELETE', at, 'another')).status).toBe(404);
      expect((await send(bob, 'DELETE', at, 'once')).status).toBe(404);
      expect((await ada.delete(at)).status).toBe(404);
    }
  });

  it('returns the first response to a restore', async () => {
    const task = await makeTask(ada, teamId);
    await ada.delete(`/teams/${teamId}/tasks/${task.id}`);
    const at = `/teams/${teamId}/trash/${task.id}/restore`;
    const first = await send(ada, 'POST', at, 'back');
    const again = await send(ada, 'POST', at, 'back');
    expect(first.status).toBe(200);
    expect(again).toMatchObject({ status: 200, body: first.body });
  });

  it('returns the first response verbatim after the caller has lost access', async () => {
    const at = `/teams/${teamId}/image`;
    const first = await send(ada, 'DELETE', at, 'picture');
    await ada.delete(`/teams/${teamId}`);
    const again = await send(ada, 'DELETE', at, 'picture');
    expect(first.status).toBe(200);
    expect(again).toMatchObject({ status: 200 });
    expect(again.body).toEqual(first.body);
  });

  it('returns the first response after leaving or deleting a team', async () => {
    const leave = `/teams/${teamId}/members/${bob.user.id}`;
    expect((await send(bob, 'DELETE', leave, 'leave')).status).toBe(204);
    expect((await send(bob, 'DELETE', leave, 'leave')).status).toBe(204);
    expect((await send(bob, 'DELETE', leave, 'again')).status).toBe(404);
    expect((await send(ada, 'DELETE', `/teams/${teamId}`, 'gone')).status).toBe(204);
    expect((await send(ada, 'DELETE', `/teams/${teamId}`, 'gone')).status).toBe(204);
    expect((await send(ada, 'GET', `/teams/${teamId}/members`, 'gone')).status).toBe(404);
  });

  it('rejects a retry from another origin', async () => {
    const task = await makeTask(ada, teamId);
    const at = `/teams/${teamId}/tasks/${task.id}`;
    expect((await send(ada, 'DELETE', at, 'cross')).status).toBe(204);
    const response = await ada.send('DELETE', at, {
      headers: { 'idempotency-key': 'cross', origin: 'https://evil.example' },
    });
    expect(response).toMatchObject({ status: 403, body: { code: 'ORIGIN_NOT_ALLOWED' } });
  });
});
