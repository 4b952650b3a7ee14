import type { App, Feature } from '#platform/feature.ts';
import { bindAudit } from './audit.routes.ts';
import { noteRefusedSignIns } from './refused-sign-ins.ts';
import { startPruningAudit } from './pruning.ts';

export { hasEntrySince } from './audit.queries.ts';
export { writeCell } from './write-csv.ts';

/** The audit log of a team. It is written by the platform's write path, and read, verified and pruned here. */
export async function audit(app: App): Promise<Feature> {
  noteRefusedSignIns(app);
  const stopPruning = startPruningAudit(app);
  return { name: 'audit', bindings: bindAudit(app), close: stopPruning };
}
