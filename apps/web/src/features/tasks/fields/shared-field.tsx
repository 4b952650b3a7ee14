import { useEffect, useRef, type ReactNode } from 'react';
import { TypingIndicator } from '#features/members/index.ts';
import { focusedField } from '#platform/client-state/focused-field.ts';
import styles from './shared-field.module.css';

/** Idle timeout of the typing indicator, in ms. */
export const IDLE_MS = 10_000;

interface SharedFieldProps {
  taskId: string;
  /** Identifies the field to other users, such as `title` or `comment`. */
  field: string;
  /** Whether the field is empty. No typing indicator is shown for an empty field. */
  isEmpty?: boolean;
  children: ReactNode;
}

/** A field with a typing indicator. Other users see the indicator until this user submits the text, leaves the field or pauses. */
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
      <TypingIndicator taskId={taskId} field={field} />
    </div>
  );
}

/** Clears the typing indicator unless the user has moved on to another field. */
function stop(taskId: string, field: string): void {
  const now = focusedField.get();
  if (now.taskId === taskId && now.field === field) focusedField.set({ taskId: null, field: null });
}
