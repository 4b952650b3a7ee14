import { assistantRoutes, type AssistantSettings } from '@hearth/contracts/assistant/assistant';
import { bindCommand, runCommand } from '#platform/commands/index.ts';
import { readTeam, type TeamTx } from '#platform/db/index.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { findModelLimits, monthOf } from './limits.ts';
import { readSettings, writeSettings, type TeamSettings } from './settings.queries.ts';
import { readUsed } from './usage.queries.ts';

export function bindSettings(app: App): Binding[] {
  return [
    bind('assistant.settings', assistantRoutes, async ({ caller }) => {
      const { teamId, actor } = caller;
      return await readTeam(app.db, { teamId, userId: actor.userId }, async (tx) => ({
        settings: await describeSettings(app, tx, await readSettings(tx)),
      }));
    }),
    bindCommand('assistant.changeSettings', assistantRoutes, async ({ caller, body, key: requestKey }) => {
      const { teamId, actor } = caller;
      return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async ({ tx }) => {
        const before = await readSettings(tx);
        const after: TeamSettings = {
          mode: body.mode ?? before.mode,
          keepsBodies: body.keepsBodies ?? before.keepsBodies,
        };
        await writeSettings(tx, after);
        return { settings: await describeSettings(app, tx, after) };
      });
    }),
  ];
}

async function describeSettings(app: App, tx: TeamTx, settings: TeamSettings): Promise<AssistantSettings> {
  const { isOff, model } = app.config.ai;
  const [{ messages }, used] = [await findModelLimits(tx), await readUsed(tx, monthOf(app.clock.now()))];
  return {
    provider: model?.model ?? 'builtin',
    mode: isOff ? 'off' : settings.mode,
    keepsBodies: settings.keepsBodies,
    usage: { used, max: model === null ? 0 : messages },
  };
}
