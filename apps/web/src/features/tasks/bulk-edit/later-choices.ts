import { comeLater } from '#ui/lazy/later.tsx';

// Asked for by a key or in a menu: the first board is painted without them.
export const ChooseOwn = comeLater(
  async () => (await import('#features/tasks/custom-fields/choose-own.tsx')).ChooseOwn,
);
export const ChooseMilestone = comeLater(
  async () => (await import('#features/tasks/milestones/choose-milestone.tsx')).ChooseMilestone,
);
export const ChooseType = comeLater(
  async () => (await import('#features/tasks/task-types/choose-type.tsx')).ChooseType,
);
export const ChooseParent = comeLater(
  async () => (await import('#features/tasks/sub-tasks/parent-picker.tsx')).ParentDialog,
);
export const ChooseRelated = comeLater(
  async () => (await import('#features/tasks/relations/relation-picker.tsx')).RelationPicker,
);
export const ChooseCycle = comeLater(
  async () => (await import('#features/tasks/cycles/choose-cycle.tsx')).ChooseCycle,
);
