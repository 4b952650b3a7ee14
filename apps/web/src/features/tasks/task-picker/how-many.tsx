import { Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from './task-picker.module.css';

/** Shows the number of edited tasks and alternatives to picking a task above the search for another task. */
export function HowMany({ count, children }: { count: number; children?: ReactNode }) {
  return (
    <div className={styles.count}>
      <Plural value={count} one="# task selected" other="# tasks selected" />
      {children}
    </div>
  );
}
