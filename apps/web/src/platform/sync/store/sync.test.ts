import 'fake-indexeddb/auto';
import * as fc from 'fast-check';
import { it } from 'vitest';
import { syncHolds } from '#testing/sync-histories.ts';

it('satisfies all invariants over random histories', { timeout: 120_000 }, async () => {
  await fc.assert(syncHolds, { numRuns: 200 });
});
