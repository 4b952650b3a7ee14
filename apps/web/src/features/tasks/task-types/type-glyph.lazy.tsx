import type { TaskTypeIcon } from '@hearth/contracts/task-types/task-type-values';
import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';

export interface TypeLook {
  icon: TaskTypeIcon;
  color: string;
}

/** A placeholder of the same size, against layout shift. */
function EmptyGlyph() {
  return <span style={{ flex: 'none', inlineSize: 16, blockSize: 16 }} aria-hidden="true" />;
}

// Lazy-loaded: tasks without a type, as most are at first, need no icons.
export const TypeGlyph = lazyOnIntent<TypeLook>(
  async () => (await import('./type-glyph.tsx')).TypeGlyph,
  EmptyGlyph,
);
