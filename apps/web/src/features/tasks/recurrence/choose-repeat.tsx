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
      onPick={(value) => {
        const preset = presets.find(({ key }) => key === value);
        const changes = tasks.map((task) => ({
          id: task.id,
          fields:
            preset === undefined
              ? { repeat: null }
              : repeatFields(preset.rule, preset.mode, task, today, task.repeat?.later ?? null),
        }));
        onChange(updateTasks(store, changes));
      }}
      onClose={onClose}
    />
  );
}
