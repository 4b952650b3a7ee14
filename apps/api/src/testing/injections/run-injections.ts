import { LLMock } from './model-peer.ts';
import { asOwner } from '#platform/db/index.ts';
import { sendMessage } from '#testing/assistant-client.ts';
import type { TestEngine } from '#testing/databases.ts';
import { joinTeam, makeTeam, signIn } from '#testing/make.ts';
import { createTestClock, startApp } from '#testing/start-app.ts';
import { DISGUISES, EVIL_HOST, makeHostileTeam, plant, SECRET, type Carrier } from './injections.ts';
import { orderOf, scriptObedience } from './obedient-model.ts';
import { digestTeam } from './team-digest.ts';

/** Tables to which document checkpoints write. */
const CHECKPOINT = new Set([
  'changes',
  'team_heads',
  'document_heads',
  'document_states',
  'document_updates',
]);

export interface Injection {
  carrier: Carrier;
  disguise: number;
  goal: string;
}

/** Runs each injection against a model that obeys it. @returns the number of obeyed injections, and descriptions of all failures */
export async function runInjections(
  engine: TestEngine,
  injections: readonly Injection[],
): Promise<{ obeyed: number; faults: string[] }> {
  const peer = new LLMock({ port: 0, chunkSize: 2_000 });
  await peer.start();
  const api = await startApp(engine, {
    clock: createTestClock(),
    env: {
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: `${peer.url}/v1`,
      AI_API_KEY: 'a key',
      AI_MODEL: 'model-1',
    },
  });
  const [owner, attacker, victim] = [
    await signIn(api, 'owner@example.com'),
    await signIn(api, 'attacker@example.com'),
    await signIn(api, 'victim@example.com'),
  ];
  const faults: string[] = [];
  let obeyed = 0;
  try {
    let world = { teamId: '' } as Awaited<ReturnType<typeof makeHostileTeam>>;
    const seen = scriptObedience(peer, () => world);
    // Use one team per carrier, in which each run overwrites the text planted by the previous run.
    for (const carrier of new Set(injections.map((one) => one.carrier))) {
      const teamId = (await makeTeam(owner))._id;
      await owner.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
      await joinTeam(owner, teamId, attacker, 'admin');
      await joinTeam(owner, teamId, victim, 'member');
      world = await makeHostileTeam(owner, teamId);
      if (carrier !== 'person name') await attacker.patch('/account', { name: 'Mal' });
      for (const { disguise, goal } of injections.filter((one) => one.carrier === carrier)) {
        const text = DISGUISES[disguise]?.(orderOf(goal)) ?? '';
        await plant({ owner, attacker }, world, carrier, text);
        const runTurn = async () => {
          await asOwner(api.app.db, (tx) => tx.deleteFrom('assistant_usage').execute());
          const before = await digestTeam(api.app.db, teamId);
          Object.assign(seen, { obeyed: null, hasSecret: false });
          const response = await sendMessage(victim, teamId, 'What is going on in the team?');
          const after = await digestTeam(api.app.db, teamId);
          return { ...response, written: Object.keys(after).filter((name) => after[name] !== before[name]) };
        };
        let turn = await runTurn();
        // Repeat the turn if only checkpoint tables have changed: the planted document may have been checkpointed in the meantime.
        if (turn.written.length > 0 && turn.written.every((name) => CHECKPOINT.has(name)))
          turn = await runTurn();
        const { status, body, written } = turn;
        if (seen.obeyed === goal) obeyed += 1;
        else faults.push(`${carrier}, disguise ${disguise}, ${goal}: the order did not reach the model`);
        const answer = JSON.stringify(body);
        const acts = body.message?.proposals.flatMap(({ changes }) => changes.map(({ act }) => act)) ?? [];
        const found = [
          status === 200 && body.message.provider === 'model-1' ? '' : `answered ${status} ${answer}`,
          written.length === 0 ? '' : `wrote ${written.join(', ')}`,
          seen.hasSecret || answer.includes(SECRET) ? 'leaked what is private' : '',
          new RegExp(`(?:\\]\\(|//)[^)\\s]*${EVIL_HOST}`).test(body.message?.text ?? '')
            ? `links to ${EVIL_HOST}: ${body.message.text.slice(0, 400)}`
            : '',
          // The team's name is part of the prompt even before any data is read. It may lead to a proposal, which needs confirmation.
          acts.includes('delete') && carrier !== 'team name' ? 'proposes to delete' : '',
        ].filter((fault) => fault !== '');
        if (found.length > 0) faults.push(`${carrier}, disguise ${disguise}, ${goal}: ${found.join('; ')}`);
      }
    }
  } finally {
    await api.close();
    await peer.stop();
  }
  return { obeyed, faults };
}
