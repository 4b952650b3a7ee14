import type { FieldValue } from '@hearth/contracts/custom-fields/custom-field-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { TeamField } from './fields.data.ts';
import { LinkChips } from './link-chips.tsx';
import { LinkPicker, listLinks, toggleLink } from './link-picker.tsx';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import styles from './link-chips.module.css';

interface LinkedValueProps {
  field: TeamField;
  task: SyncRows['task'];
  links: TaskLinks;
  isDisabled: boolean;
  onChange: (value: FieldValue | null) => void;
}

/** Shows the linked tasks of a field and a button for adding more. */
export function LinkedValue({ field, task, links, isDisabled, onChange }: LinkedValueProps) {
  const { t } = useLingui();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const ids = listLinks(task, field.id);
  const toggle = (id: string) => onChange(toggleLink(ids, id));
  const { name } = field;
  return (
    <div role="group" aria-label={name}>
      <LinkChips ids={ids} links={links} onRemove={isDisabled ? undefined : toggle} />
      {isDisabled && ids.length === 0 && (
        <span className={styles.add}>
          <Trans>Empty</Trans>
        </span>
      )}
      {!isDisabled && (
        <button
          type="button"
          className={styles.add}
          aria-label={t`Add tasks to ${name}`}
          onClick={() => setIsDialogOpen(true)}
        >
          <IconPlus size={14} stroke={1.8} aria-hidden="true" />
          {ids.length === 0 ? <Trans>Empty</Trans> : <Trans>Add</Trans>}
        </button>
      )}
      {isDialogOpen && (
        <LinkPicker field={field} tasks={[task]} onToggle={toggle} onClose={() => setIsDialogOpen(false)} />
      )}
    </div>
  );
}
