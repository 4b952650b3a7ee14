import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { hasDraft, useDraft } from '#ui/inputs/drafts.ts';
import { focusAfterRender } from '#ui/keyboard/focus-after-render.ts';
import { QuickAddField } from './quick-add-field.lazy.ts';
import type { QuickTask } from './quick.data.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import styles from '#features/tasks/add-line/add-button.module.css';

interface QuickAddProps {
  /** Used in the label to distinguish the fields of different columns. */
  statusName: string;
  draftKey: string;
  onAdd: (tasks: readonly QuickTask[]) => void;
  /** Returns the field values of the column. They apply in addition to those parsed from the line. */
  readDefaults: () => Partial<TaskFields>;
}

/** The add button at the end of a column and the field that it opens. */
export function QuickAdd({ statusName, draftKey, onAdd, readDefaults }: QuickAddProps) {
  const { t } = useLingui();
  // Null while the field is closed.
  const [title, setTitle] = useDraft<string | null>(draftKey, null);
  const [isFromBefore] = useState(() => hasDraft(draftKey));
  const button = useRef<HTMLButtonElement>(null);

  if (title === null) {
    return (
      <button
        ref={button}
        type="button"
        className={styles.addButton}
        aria-label={t`Add task to ${statusName}`}
        onClick={() => setTitle('')}
      >
        <IconPlus size={15} stroke={1.8} aria-hidden="true" />
        <Trans>Add task</Trans>
      </button>
    );
  }
  return (
    <QuickAddField
      statusName={statusName}
      title={title}
      isFromBefore={isFromBefore}
      onTitle={setTitle}
      onAdd={onAdd}
      readDefaults={readDefaults}
      onClose={(isByKey) => {
        setTitle(null);
        if (isByKey) focusAfterRender(() => button.current);
      }}
    />
  );
}
