import type { TeamStore } from '#platform/sync/index.ts';

/** Goes on with files that an earlier page could not send. Their code comes only if there are any. */
export async function resumeUploads(store: TeamStore): Promise<void> {
  await store.ready;
  // A device that keeps nothing has nothing to go on with.
  const count = await store.files.count().catch(() => 0);
  if (count > 0) (await import('./uploads.ts')).uploadsOf(store);
}
