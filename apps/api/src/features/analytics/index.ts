import type { App, Feature } from '#platform/feature.ts';
import { isAnnotation } from './annotations.queries.ts';
import { bindAnnotations } from './annotations.routes.ts';
import { bindFigures } from './figures.routes.ts';
import { bindFlow } from './flow.routes.ts';
import { bindForecast } from './forecast.routes.ts';
import { bindMendFlow } from './repair-flow.ts';
import { bindReportJobs } from './reports/report-jobs.ts';
import { deleteRecipient } from './reports/reports.queries.ts';
import { bindReports } from './reports/reports.routes.ts';

export { rebuildFlow } from './repair-flow.queries.ts';

/** Flow metrics, computed from the status spans of tasks. */
export async function analytics(app: App): Promise<Feature> {
  // Remove former members from the recipients: they should not receive reports again if they rejoin.
  app.events.on('member.removed', ({ tx }, userId) => deleteRecipient(tx, userId));
  return {
    name: 'analytics',
    bindings: [
      ...bindFigures(app),
      ...bindFlow(app),
      ...bindForecast(app),
      ...bindAnnotations(app),
      ...bindReports(app),
    ],
    exists: { annotation: isAnnotation },
    jobs: [...bindMendFlow(app), ...bindReportJobs(app)],
  };
}
