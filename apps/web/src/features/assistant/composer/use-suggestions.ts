import type { AssistantChip } from '@hearth/contracts/assistant/assistant';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

interface TeamState {
  overdue: number;
  today: number;
  hasTasks: boolean;
}

/**
 * Suggestions for the current state. Labels are in the user's language. The sent text is English because every model and the built-in
 * assistant understand it.
 */
export function useSuggestions({ overdue, today, hasTasks }: TeamState): readonly AssistantChip[] {
  const { t } = useLingui();
  return useMemo(() => {
    const late = plural(overdue, { one: '# overdue: list it', other: '# overdue: list them' });
    return [
      ...(overdue > 0 ? [{ label: late, text: 'my overdue tasks' }] : []),
      ...(today > 0 ? [{ label: t`What is due today?`, text: 'due today' }] : []),
      ...(hasTasks
        ? [
            { label: t`My standup`, text: 'standup' },
            { label: t`What changed this week?`, text: 'what changed since monday' },
            { label: t`Who has too much?`, text: 'workload' },
            { label: t`Unassigned tasks`, text: 'unassigned' },
          ]
        : []),
      { label: t`What can I ask?`, text: 'help' },
    ].slice(0, 5);
  }, [overdue, today, hasTasks, t]);
}
