import { findRepeats } from '@hearth/contracts/quick-parser/quick-repeats';
import { parseRule, type RepeatMode, type RepeatRule } from '@hearth/contracts/recurrence/recurrence-values';
import { ownDay } from '@hearth/contracts/recurrence/repeat-values';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useTeamStore, type Command } from '#platform/sync/index.ts';
import { useRowsOf } from '#platform/sync/store/use-rows.ts';
import { ChooseDialog, type Choice } from '#ui/overlays/choose-dialog.tsx';
import { readerZone } from '#ui/format/reader.ts';
import { useToday } from '#ui/format/use-today.ts';
import { updateTasks } from '#features/tasks/model/bulk.data.ts';
import { listPresets } from './repeat-presets.ts';
import { nameRule } from './repeat-names.ts';
import { repeatFields } from './repeat.data.ts';

interface ChooseRepeatProps {
  ids: readonly string[];
  onChange: (commands: readonly Command[]) => void;
  onClose: () => void;
}

const NONE = 'none';
const MAX_TYPED = 60;

/** Parses a text that consists of a recurrence in the words of quick add, such as 'every 2 weeks'. */
function readTyped(typed: string, today: string): { mode: RepeatMode; rule: RepeatRule } | null {
  const token = findRepeats(typed, today).find(
    ({ token: { start, end } }) => end - start === typed.length,
  )?.token;
  const [value] = token?.values ?? [];
  if (value?.kind !== 'repeat') return null;
  const rule = parseRule(value.rule);
  return rule === null ? null : { mode: value.mode, rule };
}

/** Sets the recurrence of tasks. Each task starts from its own date. */
export function ChooseRepeat({ ids, onChange, onClose }: ChooseRepeatProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const today = useToday();
  const tasks = useRowsOf('task', ids);
  const [first] = tasks;
  const presets = listPresets((first && ownDay(first, readerZone())) ?? today);
  const checkState = (matches: (task: (typeof tasks)[number]) => boolean): Choice['checked'] => {
    const count = tasks.filter(matches).length;
    return count === 0 ? undefined : count === tasks.length ? 'all' : 'some';
  };
  const pick = (repeat: { mode: RepeatMode; rule: RepeatRule } | null | undefined) =>
    onChange(
      updateTasks(
        store,
        tasks.map((task) => ({
          id: task.id,
          fields: repeat
            ? repeatFields(repeat.rule, repeat.mode, task, today, task.repeat?.later ?? null)
            : { repeat: null },
        })),
      ),
    );
  return (
    <ChooseDialog
      title={t`${plural(ids.length, { one: 'Change repeat', other: 'Change repeat of # tasks' })}`}
      label={t`Repeats`}
      choices={[
        { value: NONE, label: t`Doesn’t repeat`, checked: checkState(({ repeat }) => repeat === null) },
        ...presets.map(({ key, mode, rule }) => ({
          value: key,
          label: nameRule(rule, mode),
          checked: checkState(({ repeat }) => repeat !== null && `${repeat.mode} ${repeat.rule}` === key),
        })),
      ]}
      making={{
        maxLength: MAX_TYPED,
        name(typed) {
          const repeat = readTyped(typed, today);
          return repeat === null ? null : nameRule(repeat.rule, repeat.mode);
        },
        make(typed) {
          const repeat = readTyped(typed, today);
          if (repeat !== null) pick(repeat);
        },
      }}
      onPick={(value) => pick(presets.find(({ key }) => key === value))}
      onClose={onClose}
    />
  );
}
