import type { RelationSide } from '@hearth/contracts/relation-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import { announce } from '#platform/announce.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { SIDE_WORDS } from './relation-words.ts';
import { createRelation, findRelationTrouble } from './relations.data.ts';
import { TaskPicker } from './task-picker.tsx';

interface RelationPickerProps {
  task: SyncRows['task'];
  side: RelationSide;
  onClose: () => void;
}

/** Asks for the other task of a relation. */
export function RelationPicker({ task, side, onClose }: RelationPickerProps) {
  const { t, i18n } = useLingui();
  const store = useTeamStore();

  function explain(other: SyncRows['task']): string | null {
    const trouble = findRelationTrouble(store, task.id, side, other.id);
    if (trouble === 'there') return t`Is there already`;
    if (trouble === 'circle') return t`Would go round in a circle`;
    return trouble === 'full' ? t`No room for more` : null;
  }

  return (
    <TaskPicker
      title={i18n._(SIDE_WORDS[side].question)}
      projectId={task.projectId}
      isLeftOut={({ id }) => id === task.id}
      explain={explain}
      onClose={onClose}
      onPick={(other) => {
        store.mutate(createRelation(store, task.id, side, other.id));
        announce(t`Relation added`);
        onClose();
      }}
    />
  );
}
