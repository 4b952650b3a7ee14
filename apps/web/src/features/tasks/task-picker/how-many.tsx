import { Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from './task-picker.module.css';

/** Above the search for another task: of how many it is asked, and what else can be done with them. */
export function HowMany({ count, children }: { count: number; children?: ReactNode }) {
  return (
    <div className={styles.count}>
      <Plural value={count} one="# task selected" other="# tasks selected" />
      {children}
    </div>
  );
}
