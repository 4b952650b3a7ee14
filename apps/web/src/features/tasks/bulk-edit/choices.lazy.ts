import { lazyChooser } from '#ui/lazy/lazy-parts.tsx';

// Lazy-loaded because these dialogs open only by a shortcut or from a menu.
export const ChooseCustomField = lazyChooser(
  async () => (await import('#features/tasks/custom-fields/choose-custom-field.tsx')).ChooseCustomField,
);
export const ChooseMilestone = lazyChooser(
  async () => (await import('#features/tasks/milestones/choose-milestone.tsx')).ChooseMilestone,
);
export const ChooseType = lazyChooser(
  async () => (await import('#features/tasks/task-types/choose-type.tsx')).ChooseType,
);
export const ChooseParent = lazyChooser(
  async () => (await import('#features/tasks/sub-tasks/parent-picker.tsx')).ParentDialog,
);
export const ChooseRelated = lazyChooser(
  async () => (await import('#features/tasks/relations/relation-picker.tsx')).RelationPicker,
);
export const ChooseCycle = lazyChooser(
  async () => (await import('#features/tasks/cycles/choose-cycle.tsx')).ChooseCycle,
);
