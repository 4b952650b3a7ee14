import { Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from './task-picker.module.css';

/** Shown above the search field of a task picker: the number of edited tasks, and alternatives to picking a task. */
export function HowMany({ count, children }: { count: number; children?: ReactNode }) {
  return (
    <div className={styles.count}>
      <Plural value={count} one="# task selected" other="# tasks selected" />
      {children}
    </div>
  );
}
