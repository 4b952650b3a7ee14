import { comeLater } from '#ui/lazy/later.tsx';
import { EarlyAddField } from './early-add-field.tsx';

export const QuickAddField = comeLater(
  async () => (await import('./quick-add-field.tsx')).QuickAddField,
  EarlyAddField,
);
