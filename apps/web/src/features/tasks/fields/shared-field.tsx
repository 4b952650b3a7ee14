import { useEffect, useRef, type ReactNode } from 'react';
import { WhoTypes } from '#features/members/index.ts';
import { focusedField } from '#platform/client-state/focused-field.ts';
import styles from './shared-field.module.css';

/** Idle time-out of the typing indicator. */
export const IDLE_MS = 10_000;

interface SharedFieldProps {
  taskId: string;
  /** What the field is called on the task. */
  field: string;
  /** Nothing is written in it: a cursor alone says nothing. */
  isEmpty?: boolean;
  children: ReactNode;
}

/**
 * A field with a typing indicator: whoever types in it is named to the others until they send, leave or
 * pause.
 */
export function SharedField({ taskId, field, isEmpty = false, children }: SharedFieldProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function publish(): void {
    clearTimeout(timer.current);
    focusedField.set({ taskId, field });
    timer.current = setTimeout(() => stop(taskId, field), IDLE_MS);
  }

  useEffect(() => {
    if (isEmpty) stop(taskId, field);
  }, [isEmpty, taskId, field]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      stop(taskId, field);
    },
    [taskId, field],
  );
  return (
    <div
      className={styles.field}
      onFocus={isEmpty ? undefined : publish}
      onInput={publish}
      onBlur={() => {
        clearTimeout(timer.current);
        stop(taskId, field);
      }}
    >
      {children}
      <WhoTypes taskId={taskId} field={field} />
    </div>
  );
}

/** The person may be in another field by now. */
function stop(taskId: string, field: string): void {
  const now = focusedField.get();
  if (now.taskId === taskId && now.field === field) focusedField.set({ taskId: null, field: null });
}
