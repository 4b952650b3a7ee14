import { addAccountPart } from '#features/auth/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { createAssistantPart } from './assistant-account.ts';
import { bindSettings } from './limits/settings.routes.ts';
import { bindMcp } from './mcp/mcp.routes.ts';
import { Breaker } from './models/breaker.ts';
import { createModel } from './models/create-model.ts';
import { hasProposal } from './proposals/proposals.queries.ts';
import { bindProposals } from './proposals/proposals.routes.ts';
import { bindThreads } from './threads/threads.routes.ts';
import { hasThread } from './threads/threads.queries.ts';
import { Hub } from './turns/hub.ts';
import { bindTurns } from './turns/turns.routes.ts';

/** An assistant that reads the team's data and proposes changes. It never applies a change without confirmation. */
export async function assistant(app: App): Promise<Feature> {
  const { model } = app.config.ai;
  const hub = new Hub({
    app,
    model: model === null ? null : createModel(model),
    breaker: new Breaker(app.clock),
  });
  addAccountPart(app, createAssistantPart(app));
  return {
    name: 'assistant',
    bindings: [
      ...bindProposals(app),
      ...bindSettings(app),
      ...bindThreads(app),
      ...bindTurns(app, hub),
      ...bindMcp(app),
    ],
    exists: { thread: hasThread, proposal: hasProposal },
    // End the running answers and store them before the server waits for open responses.
    disconnect: () => hub.close(),
  };
}
