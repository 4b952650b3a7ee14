import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRowsOf } from '#platform/sync/store/use-rows.ts';
import { ChooseDialog, type Choice } from '#ui/overlays/choose-dialog.tsx';
import { updateTasks } from '#features/tasks/model/bulk.data.ts';
import type { ChooseProps } from '#features/tasks/model/choose-props.ts';
import { TypeGlyph } from './type-glyph.lazy.tsx';
import { useTaskTypes } from './task-types.ts';

/** Option value for “none”. Option values must not be empty. */
const NONE = 'none';

/** Dialog that sets the type of one or several tasks. */
export function ChooseType({ ids, onChange, onClose }: ChooseProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const tasks = useRowsOf('task', ids);
  const types = useTaskTypes();
  const checkState = (typeId: string | null): Choice['checked'] => {
    const count = tasks.filter((task) => task.typeId === typeId).length;
    return count === 0 ? undefined : count === tasks.length ? 'all' : 'some';
  };
  return (
    <ChooseDialog
      title={t`${plural(ids.length, { one: 'Change the type', other: 'Change the type of # tasks' })}`}
      label={t`Type`}
      choices={[
        ...types.map(({ id, name, icon, color }) => ({
          value: id,
          label: name,
          icon: <TypeGlyph icon={icon} color={color} />,
          checked: checkState(id),
        })),
        { value: NONE, label: t`No type`, checked: checkState(null) },
      ]}
      onPick={(value) => {
        const typeId = value === NONE ? null : value;
        onChange(
          updateTasks(
            store,
            ids.map((id) => ({ id, fields: { typeId } })),
          ),
        );
      }}
      onClose={onClose}
    />
  );
}
