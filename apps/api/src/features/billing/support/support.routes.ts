import { supportRoutes } from '@hearth/contracts/billing/support';
import { PLANS } from '@hearth/contracts/billing/plans';
import { findPlanInForce } from '#features/billing/plan/plan.service.ts';
import { bindCommand, runCommand } from '#platform/commands/index.ts';
import { type App, type Binding } from '#platform/feature.ts';
import { supportMail } from './support.jobs.ts';
import { insertRequest } from './support.queries.ts';

const HOUR_MS = 3_600_000;

export function bindSupport(app: App): Binding {
  return bindCommand('support.ask', supportRoutes, async ({ caller, body, key: requestKey }) => {
    const { teamId, actor } = caller;
    const { userId } = actor;
    return await runCommand(app, { teamId, userId, requestKey }, async (command) => {
      const plan = await findPlanInForce(command.tx);
      const { answerHours, hasPrioritySupport: isPriority } = PLANS[plan];
      const id = command.newId();
      await insertRequest(command.tx, {
        id,
        asked_by: userId,
        subject: body.subject,
        message: body.message,
        is_priority: isPriority,
        answer_by: new Date(command.now.getTime() + answerHours * HOUR_MS),
        created_at: command.now,
      });
      await command.enqueue(supportMail, { data: { requestId: id } });
      return { request: { id, isPriority, answerHours } };
    });
  });
}
