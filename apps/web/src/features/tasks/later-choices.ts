import { comeLater } from '#ui/later.tsx';

// Asked for by a key or in a menu: the first board is painted without them.
export const ChooseOwn = comeLater(async () => (await import('./choose-own.tsx')).ChooseOwn);
export const ChooseMilestone = comeLater(
  async () => (await import('./choose-milestone.tsx')).ChooseMilestone,
);
export const ChooseType = comeLater(async () => (await import('./choose-type.tsx')).ChooseType);
export const ChooseParent = comeLater(async () => (await import('./parent-picker.tsx')).ParentDialog);
export const ChooseRelated = comeLater(async () => (await import('./relation-picker.tsx')).RelationPicker);
export const ChooseCycle = comeLater(async () => (await import('./choose-cycle.tsx')).ChooseCycle);
