import type { App } from '#platform/feature.ts';
import { Checkpoints, type DocumentName } from './checkpoints.ts';

const checkpointsOf = new WeakMap<App, Checkpoints>();

/** Returns the checkpoints of an app. Starts them on the first call. */
export function getCheckpoints(app: App): Checkpoints {
  const known = checkpointsOf.get(app);
  if (known !== undefined) return known;
  const checkpoints = new Checkpoints(app);
  checkpointsOf.set(app, checkpoints);
  return checkpoints;
}

/** Publishes that `updates` updates were committed to a document's log. `seq` is the number of the last one. */
export function publishDocumentUpdate(
  app: App,
  name: DocumentName,
  { seq, updates }: { seq: number; updates: number },
): void {
  app.fanout.publish({ kind: 'document', teamId: name.teamId, documentId: name.documentId, seq });
  getCheckpoints(app).note(name, updates);
}
