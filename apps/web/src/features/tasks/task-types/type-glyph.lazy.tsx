import type { TaskTypeIcon } from '@hearth/contracts/task-types/task-type-values';
import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';

export interface TypeLook {
  icon: TaskTypeIcon;
  color: string;
}

/** As large as what comes: nothing moves when it does. */
function EmptyGlyph() {
  return <span style={{ flex: 'none', inlineSize: 16, blockSize: 16 }} aria-hidden="true" />;
}

// Tasks of no type, as most are at first, do without the drawings.
export const TypeGlyph = lazyOnIntent<TypeLook>(
  async () => (await import('./type-glyph.tsx')).TypeGlyph,
  EmptyGlyph,
);
