import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';
import { TypeAheadAddField } from './type-ahead-add-field.tsx';

export const QuickAddField = lazyOnIntent(
  async () => (await import('./quick-add-field.tsx')).QuickAddField,
  TypeAheadAddField,
);
