import { TYPE_ICONS } from './type-icons.ts';
import type { TypeLook } from './type-glyph.lazy.tsx';
import styles from './type-glyph.module.css';

/** The icon of a task type. The caller must provide the accessible name. */
export function TypeGlyph({ icon, color }: TypeLook) {
  const TypeIcon = TYPE_ICONS[icon];
  return <TypeIcon className={styles.glyph} data-color={color} size={16} stroke={1.8} aria-hidden="true" />;
}
