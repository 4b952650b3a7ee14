import type { ReactNode } from 'react';
import { WhoTypes } from '#features/members/index.ts';
import { typing } from '#platform/typing.ts';
import styles from './shared-field.module.css';

interface SharedFieldProps {
  taskId: string;
  /** What the field is called on the task. */
  field: string;
  children: ReactNode;
}

/** A field in which people see each other: whoever has the cursor in it is named to the others. */
export function SharedField({ taskId, field, children }: SharedFieldProps) {
  return (
    <div
      className={styles.field}
      onFocus={() => typing.set({ taskId, field })}
      onBlur={() => typing.set({ taskId: null, field: null })}
    >
      {children}
      <WhoTypes taskId={taskId} field={field} />
    </div>
  );
}
