import { IconFileText } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import styles from './document-icon.module.css';

/** The document's own emoji, or the default icon. */
export function DocumentIcon({ icon, size = 17 }: { icon: string | null; size?: number }) {
  return icon === null ? (
    <IconFileText size={size} stroke={1.6} aria-hidden="true" className={styles.sheet} />
  ) : (
    <span className={styles.emoji} style={{ '--icon': `${size}px` } as CSSProperties} aria-hidden="true">
      {icon}
    </span>
  );
}
