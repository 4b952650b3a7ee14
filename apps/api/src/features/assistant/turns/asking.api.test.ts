import { beforeAll, expect, it } from 'vitest';
import { sendMessage } from '#testing/assistant-client.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { shareApp } from '#testing/start-app.ts';

describeOneEngine('questions in natural language', (engine) => {
  let ada: SignedIn;
  let teamId: string;
  beforeAll(async () => {
    const api = await shareApp(engine);
    ada = await signIn(api, 'ada@example.com');
    teamId = (await makeTeam(ada))._id;
    const { body } = await ada.post<{ project: { id: string } }>(`/teams/${teamId}/projects`, {
      name: 'Harbour',
    });
    for (const title of ['Crane', 'Quay'])
      await ada.post(`/teams/${teamId}/tasks`, { title, projectId: body.project.id });
    await ada.post(`/teams/${teamId}/tasks`, { title: 'Elsewhere', dueDate: '2020-01-01' });
  });

  it.each([
    ['how many tasks are open in Harbour?', '2 tasks match.'],
    ['how many open tasks are there?', '3 tasks match.'],
    ['what is overdue?', 'Elsewhere'],
  ])('answers the question: %s', async (text, answer) => {
    const { body } = await sendMessage(ada, teamId, text);
    expect(body.message.text).toContain(answer);
  });
});
