import { Suspense } from 'react';
import { AssistantSettings } from '#features/assistant/index.ts';

export function AssistantSection() {
  return (
    <Suspense fallback={null}>
      <AssistantSettings />
    </Suspense>
  );
}
