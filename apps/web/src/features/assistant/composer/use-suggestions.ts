import type { AssistantChip } from '@hearth/contracts/assistant/assistant';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

interface TeamState {
  overdue: number;
  today: number;
  hasTasks: boolean;
}

/** Suggestions for the current state. They are sent in the user's language, in which they are answered: see the phrasebook of the grammar. */
export function useSuggestions({ overdue, today, hasTasks }: TeamState): readonly AssistantChip[] {
  const { t } = useLingui();
  return useMemo(() => {
    const late = plural(overdue, { one: '# overdue: list it', other: '# overdue: list them' });
    const texts = [
      ...(today > 0 ? [t`What is due today?`] : []),
      ...(hasTasks
        ? [t`My standup`, t`What changed this week?`, t`Who has too much?`, t`Unassigned tasks`]
        : []),
      t`What can I ask?`,
    ];
    return [
      ...(overdue > 0 ? [{ label: late, text: t`My overdue tasks` }] : []),
      ...texts.map((text) => ({ label: text, text })),
    ].slice(0, 5);
  }, [overdue, today, hasTasks, t]);
}
