import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { Ref } from 'react';
import { toPersonOption, usePeople } from '#features/members/index.ts';
import { useAction } from '#platform/actions/actions.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { AvatarStack } from '#ui/display/avatar.tsx';
import { PersonChip } from '#ui/display/chip.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { useHasChosen } from '#features/tasks/model/selection.ts';
import { setWatchers, stopWatching, watchTask } from '#features/tasks/model/tasks.actions.ts';
import { updateTask } from '#features/tasks/model/tasks.data.ts';
import { watchTasks } from './watching.data.ts';
import styles from '#features/tasks/fields/panel.module.css';

type Task = SyncRows['task'];

interface WatcherPickerProps {
  task: Task;
  canEdit: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
  startsOpen?: boolean;
  onClose?: () => void;
}

/** Shows the watchers of a task and picks them from the list of members. */
export function WatcherPicker({ task, canEdit, buttonRef, startsOpen = false, onClose }: WatcherPickerProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const formats = useFormats();
  const people = usePeople();
  const watching = people.filter(({ id }) => task.watcherIds.includes(id));
  const only = watching.length === 1 ? watching[0] : undefined;
  const names = formats.list(watching.map(({ name }) => name));
  return (
    <Picker
      label={t`Watchers`}
      buttonRef={buttonRef}
      isMultiple
      isDisabled={!canEdit}
      startsOpen={startsOpen}
      isSearchable={startsOpen}
      {...(onClose === undefined ? {} : { onClose })}
      selected={task.watcherIds}
      options={people.map(toPersonOption)}
      onPick={(id) => {
        const others = task.watcherIds.filter((other) => other !== id);
        const isAdding = others.length === task.watcherIds.length;
        const watcherIds = isAdding ? [...others, id].toSorted() : others;
        store.mutate(updateTask(store, task.id, { watcherIds }));
      }}
    >
      {only !== undefined ? (
        <PersonChip person={only} />
      ) : watching.length === 0 ? (
        <span className={styles.faint}>{t`Nobody`}</span>
      ) : (
        <AvatarStack people={watching} max={5} label={t`Watched by ${names}`} />
      )}
    </Picker>
  );
}

interface WatchingProps {
  task: Task;
  canEdit: boolean;
  /** Called when the shortcut for watchers is pressed. The property may be collapsed. */
  onReach: () => void;
}

/** Shows the watchers of the task in the open panel and a button to watch it. */
export function Watching({ task, canEdit, onReach }: WatchingProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const hasChosen = useHasChosen();
  const isWatching = task.watcherIds.includes(store.userId);
  const watch = (wanted: boolean) => void store.mutate(watchTasks(store, [task.id], wanted));
  useAction(setWatchers, onReach, canEdit && !hasChosen);
  useAction(watchTask, () => watch(true), !hasChosen && !isWatching);
  useAction(stopWatching, () => watch(false), !hasChosen && isWatching);
  // A task cannot be watched in a historical snapshot.
  const isPast = store.at !== null;
  return (
    <span className={styles.watching}>
      <WatcherPicker task={task} canEdit={canEdit} />
      {!isPast && (
        <IconButton
          label={isWatching ? t`Stop watching` : t`Watch`}
          shortcut={isWatching ? stopWatching : watchTask}
          size={28}
          onClick={() => watch(!isWatching)}
        >
          {isWatching ? <IconEyeOff size={16} stroke={1.7} /> : <IconEye size={16} stroke={1.7} />}
        </IconButton>
      )}
    </span>
  );
}
