import type { TeamStore } from '#platform/sync/index.ts';

/** Resumes uploads that were interrupted by a page reload. The upload code is loaded only if there are any. */
export async function resumeUploads(store: TeamStore): Promise<void> {
  await store.ready;
  // If local storage is unavailable, there is nothing to resume.
  const count = await store.files.count().catch(() => 0);
  if (count > 0) (await import('./uploads.ts')).uploadsOf(store);
}
