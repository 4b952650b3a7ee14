import { useState } from 'react';
import { useAction } from '#platform/actions/actions.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';
import { useHasChosen } from '#features/tasks/model/selection.ts';
import { FACT_LABELS } from './fact-labels.ts';

const ChooseDay = lazyOnIntent(
  async () => (await import('#features/tasks/bulk-edit/choose-day.tsx')).ChooseDay,
);

/** The shortcut of a date. It opens the dialog of near days, which also takes a day in words. */
export function DayKey({ fact, taskId }: { fact: 'startDate' | 'dueDate'; taskId: string }) {
  const store = useTeamStore();
  const [isOpen, setIsOpen] = useState(false);
  const hasChosen = useHasChosen();
  useAction(FACT_LABELS[fact].action, () => setIsOpen(true), !hasChosen);
  if (!isOpen) return null;
  return (
    <ChooseDay
      ids={[taskId]}
      isStart={fact === 'startDate'}
      onChange={(commands) => void store.mutate(commands)}
      onClose={() => setIsOpen(false)}
    />
  );
}
