import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';

// Lazy-loaded because these dialogs open only by a shortcut or from a menu.
export const ChooseCustomField = lazyOnIntent(
  async () => (await import('#features/tasks/custom-fields/choose-custom-field.tsx')).ChooseCustomField,
);
export const ChooseMilestone = lazyOnIntent(
  async () => (await import('#features/tasks/milestones/choose-milestone.tsx')).ChooseMilestone,
);
export const ChooseType = lazyOnIntent(
  async () => (await import('#features/tasks/task-types/choose-type.tsx')).ChooseType,
);
export const ChooseParent = lazyOnIntent(
  async () => (await import('#features/tasks/sub-tasks/parent-picker.tsx')).ParentDialog,
);
export const ChooseRelated = lazyOnIntent(
  async () => (await import('#features/tasks/relations/relation-picker.tsx')).RelationPicker,
);
export const ChooseCycle = lazyOnIntent(
  async () => (await import('#features/tasks/cycles/choose-cycle.tsx')).ChooseCycle,
);
