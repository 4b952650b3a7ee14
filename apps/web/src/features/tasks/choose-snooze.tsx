import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useTeamStore, type Command } from '#platform/sync/index.ts';
import { useRowsOf } from '#platform/use-rows.ts';
import { ChooseDialog } from '#ui/choose-dialog.tsx';
import { DateField } from '#ui/date-field.tsx';
import { useFormats } from '#ui/formats.ts';
import { useToday } from '#ui/use-today.ts';
import { addDays, listNearDays } from './near-days.ts';
import { snoozeTasks } from './own.data.ts';

export interface ChooseProps {
  /** The tasks that are changed. */
  ids: readonly string[];
  onChange: (commands: readonly Command[]) => void;
  onClose: () => void;
}

/** Stands for 'not any more' among days. */
const BACK = 'back';

/** Puts tasks out of one's own sight until a day. Nobody else is told. */
export function ChooseSnooze({ ids, onChange, onClose }: ChooseProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const formats = useFormats();
  const today = useToday();
  const own = useRowsOf('ownTask', ids).filter(({ snoozedUntil }) => (snoozedUntil ?? '') > today);
  const days = useMemo(() => listNearDays(today).slice(1), [today]);
  const count = ids.length;
  const put = (until: string | null) => {
    const command = snoozeTasks(store, ids, until);
    onChange(command === null ? [] : [command]);
  };
  const isHeld = (day: string) => own.length === count && own.every((one) => one.snoozedUntil === day);
  return (
    <ChooseDialog
      title={t`${plural(count, { one: 'Snooze until', other: 'Snooze # tasks until' })}`}
      label={t`Day`}
      choices={[
        ...(own.length > 0 ? [{ value: BACK, label: t`Bring back now` }] : []),
        ...days.map((day) => ({
          value: day,
          label:
            day === days[0]
              ? formats.nearDay(day, today)
              : formats.calendarDay(day, { weekday: 'long', day: 'numeric', month: 'short' }),
          held: isHeld(day) ? ('all' as const) : undefined,
        })),
      ]}
      onPick={(day) => put(day === BACK ? null : day)}
      onClose={onClose}
    >
      <DateField
        label={t`Another day`}
        value={own[0]?.snoozedUntil ?? null}
        isClosed
        min={addDays(today, 1)}
        onChange={(day) => put(day)}
      />
    </ChooseDialog>
  );
}
