import { useEffect, useRef, type ReactNode } from 'react';
import { WhoTypes } from '#features/members/index.ts';
import { focusedField } from '#platform/client-state/focused-field.ts';
import styles from './shared-field.module.css';

/** Idle time-out of the typing indicator. */
export const IDLE_MS = 10_000;

interface SharedFieldProps {
  taskId: string;
  /** Display name of the field. */
  field: string;
  /** True if the field is empty: a caret alone is not announced. */
  isEmpty?: boolean;
  children: ReactNode;
}

/** A field with a typing indicator: shows who is typing to the others until they send, leave or pause. */
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

/** Stops only if the user has not moved on to another field. */
function stop(taskId: string, field: string): void {
  const now = focusedField.get();
  if (now.taskId === taskId && now.field === field) focusedField.set({ taskId: null, field: null });
}
