import { beforeAll, expect, it } from 'vitest';
import { sendMessage } from '#testing/assistant-client.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { shareApp } from '#testing/start-app.ts';

describeOneEngine('built-in assistant', (engine) => {
  let ada: SignedIn;
  let teamId: string;

  beforeAll(async () => {
    const api = await shareApp(engine);
    ada = await signIn(api, 'ada@example.com', { name: 'Ada Berg' });
    teamId = (await makeTeam(ada))._id;
  });
  const answer = async (text: string, threadId?: string) =>
    (await sendMessage(ada, teamId, text, threadId)).body;

  it('answers greetings and help requests and suggests commands when the message isn’t understood', async () => {
    const hello = (await answer('hello')).message;
    expect(hello).toMatchObject({ provider: 'builtin', isFallback: false, proposals: [], citations: [] });
    expect(hello.text).toContain('Ada Berg');
    const help = (await answer('help')).message;
    expect(help.text).toContain('without an AI model');
    expect(help.chips.length).toBeGreaterThan(3);
    const missed = (await answer('blorp the frobnicator sideways')).message;
    expect(missed.chips.length).toBeGreaterThan(0);
  });

  it('states that it can’t invite people and what it can do', async () => {
    const { text, chips } = (await answer('invite zoe@example.com')).message;
    expect(text).toBe('I can’t do that. You can say:');
    expect(chips.length).toBeGreaterThan(3);
  });

  it('states that a new thread has nothing to undo and refers a typed “yes” to the Confirm button', async () => {
    const { message, threadId } = await answer('undo');
    expect(message.text).toBe('There is nothing to take back here.');
    expect((await answer('yes', threadId)).message.text).toContain('Press Confirm');
  });

  it('lists the changes of a person to a task on one line', async () => {
    const { id, key } = await makeTask(ada, teamId, { title: 'Chair' });
    for (const change of [{ priority: 'low' }, { priority: 'high' }, { dueDate: '2030-05-04' }])
      expect((await ada.patch(`/teams/${teamId}/tasks/${id}`, change)).status).toBe(200);
    const lines = (await answer('what changed today')).message.text.split('\n');
    const changes = lines.filter((line) => line.includes(`${key} Chair`) && line.includes('Ada Berg'));
    expect(changes).toEqual([expect.stringMatching(/: due date, priority\b/)]);
  });

  it('answers Hindi questions in Hindi', async () => {
    expect((await answer('मदद')).message.text).toContain('अंतर्निहित सहायक');
  });
});
