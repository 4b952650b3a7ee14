import { createLabel, deleteLabel } from '#features/tasks/labels/labels.data.ts';
import type { Act } from './chance.ts';

/** Random actions that cannot be undone. */
export const lastingActs: Record<string, Act> = {
  createLabel: (store, chance) => createLabel(store, chance.word()),
  deleteLabel: (store, chance) => {
    const label = chance.row(store, 'label');
    return label && deleteLabel(store, label.id);
  },
};
