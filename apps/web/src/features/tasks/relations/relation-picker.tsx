import type { RelationSide } from '@hearth/contracts/relations/relation-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { announce } from '#platform/client-state/announce.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import type { ChooseProps } from '#features/tasks/model/choose-props.ts';
import { HowMany } from '#features/tasks/task-picker/how-many.tsx';
import { SIDE_LABELS } from './relation-labels.ts';
import { createRelations, findRelationProblem } from './relations.data.ts';
import { TaskPicker } from '#features/tasks/task-picker/task-picker.tsx';

/** Picks the other task of a relation, for one or several tasks. */
export function RelationPicker({ ids, side, onChange, onClose }: ChooseProps & { side: RelationSide }) {
  const { t, i18n } = useLingui();
  const store = useTeamStore();

  function explain(other: SyncRows['task']): string | null {
    const problem = findRelationProblem(store, ids, side, other.id);
    if (problem === 'there') return t`Already added`;
    if (problem === 'circle') return t`Would create a loop`;
    return problem === 'full' ? t`Limit reached` : null;
  }

  return (
    <TaskPicker
      title={i18n._(SIDE_LABELS[side].question)}
      projectId={store.row('task', ids[0] ?? '')?.projectId ?? null}
      head={ids.length > 1 && <HowMany count={ids.length} />}
      isLeftOut={({ id }) => ids.includes(id)}
      explain={explain}
      onClose={onClose}
      onPick={(other) => {
        const commands = createRelations(store, ids, side, other.id);
        const count = commands.length;
        onChange(commands);
        announce(t`${plural(count, { one: 'Relation added', other: '# relations added' })}`);
        onClose();
      }}
    />
  );
}
