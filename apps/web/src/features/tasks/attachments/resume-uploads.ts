import type { TeamStore } from '#platform/sync/index.ts';

/** Resumes uploads that an earlier page did not finish. Their code is loaded only if there are any. */
export async function resumeUploads(store: TeamStore): Promise<void> {
  await store.ready;
  // Without local storage there is nothing to resume.
  const count = await store.files.count().catch(() => 0);
  if (count > 0) (await import('./uploads.ts')).uploadsOf(store);
}
