import { Suspense } from 'react';
import { useRefusals } from '#platform/sync/index.ts';
import { lazyPart } from '#ui/bring-code.ts';

// Seldom needed; the service worker keeps it for when there is no network.
const RefusalList = lazyPart(async () => (await import('./refusal-list.tsx')).RefusalList);

/** What the server would not do, with the words that were typed: nothing a person wrote disappears silently. */
export function Refusals({ openTask }: { openTask: (taskId: string) => void }) {
  const refusals = useRefusals();
  if (refusals.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <RefusalList refusals={refusals} openTask={openTask} />
    </Suspense>
  );
}
