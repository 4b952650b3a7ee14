import type { TaskTypeIcon } from '@hearth/contracts/task-types/task-type-values';
import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';

export interface TypeLook {
  icon: TaskTypeIcon;
  color: string;
}

/** A placeholder of the same size to avoid a layout shift. */
function EmptyGlyph() {
  return <span style={{ flex: 'none', inlineSize: 16, blockSize: 16 }} aria-hidden="true" />;
}

// Lazy-loaded because most tasks initially have no type and need no icon.
export const TypeGlyph = lazyOnIntent<TypeLook>(
  async () => (await import('./type-glyph.tsx')).TypeGlyph,
  EmptyGlyph,
);
