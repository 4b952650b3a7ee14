import { LIMITS } from '@hearth/contracts/core/limits';
import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import { IconSubtask, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useLineDrag } from '#ui/drag/line-drag.ts';
import styles from './checklist.module.css';
import lineStyles from '#features/tasks/add-line/sub-tasks.module.css';

export interface ChecklistActs {
  tick: () => void;
  rename: (title: string) => void;
  /** Focuses the next item. After the last item, focuses the field for new items. */
  next: () => void;
  remove: (goTo: 'before' | 'after') => void;
  step: (step: 1 | -1) => void;
  drop: (draggedId: string, edge: 'top' | 'bottom') => void;
  /** Undefined if no sub-task may be added. */
  turnIntoSubTask: (() => void) | undefined;
}

interface ChecklistLineProps {
  item: SyncRows['checklistItem'];
  canEdit: boolean;
  acts: ChecklistActs;
}

/** A checklist item that can be checked, edited and moved inline. */
export function ChecklistLine({ item, canEdit, acts }: ChecklistLineProps) {
  const { t } = useLingui();
  const ref = useRef<HTMLLIElement>(null);
  // Null while unedited. The field then shows remote changes.
  const [draft, setDraft] = useState<string | null>(null);
  const { title } = item;
  const drag = useLineDrag(ref, {
    list: `checklist of ${item.taskId}`,
    id: item.id,
    isEnabled: canEdit && draft === null,
    onDrop: acts.drop,
  });

  function commit(): void {
    const typed = (draft ?? title).trim().replaceAll(/\s+/g, ' ');
    setDraft(null);
    if (typed !== '' && typed !== title) acts.rename(typed);
  }

  function handleKey(event: React.KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    const step = event.altKey ? ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key] : undefined;
    if (step !== undefined) {
      event.preventDefault();
      commit();
      acts.step(step);
    } else if (event.key === 'Enter' && event.altKey) {
      event.preventDefault();
      setDraft(null);
      acts.turnIntoSubTask?.();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      commit();
      acts.next();
    } else if (event.key === 'Escape' && draft !== null) {
      // Escape discards the input. It does not close the surrounding panel.
      event.preventDefault();
      setDraft(null);
    } else if (event.key === 'Backspace' && draft === '') {
      event.preventDefault();
      setDraft(null);
      acts.remove('before');
    }
  }

  return (
    <li
      ref={ref}
      className={lineStyles.line}
      data-dragged={drag.isDragged || undefined}
      data-edge={drag.edge ?? undefined}
    >
      <input
        type="checkbox"
        className={styles.box}
        checked={item.isDone}
        disabled={!canEdit}
        aria-label={t`Done: ${title}`}
        onChange={acts.tick}
      />
      <input
        type="text"
        className={styles.title}
        value={draft ?? title}
        readOnly={!canEdit}
        maxLength={LIMITS.taskTitle}
        autoComplete="off"
        data-done={item.isDone || undefined}
        data-line-id={item.id}
        aria-label={t`Item: ${title}`}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={handleKey}
      />
      {canEdit && (
        <span className={lineStyles.acts}>
          {acts.turnIntoSubTask !== undefined && (
            <IconButton
              label={t`Make “${title}” a sub-task`}
              shortcut="alt+enter"
              size={26}
              onClick={acts.turnIntoSubTask}
            >
              <IconSubtask size={15} stroke={1.7} />
            </IconButton>
          )}
          <IconButton label={t`Remove “${title}”`} size={26} onClick={() => acts.remove('after')}>
            <IconX size={15} stroke={1.7} />
          </IconButton>
        </span>
      )}
    </li>
  );
}
