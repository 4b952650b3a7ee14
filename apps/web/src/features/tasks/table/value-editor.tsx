import { nameValue, type FieldValue } from '@hearth/contracts/custom-fields/custom-field-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import { formatPair } from '#ui/format/formats.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { DayEditor, readStep } from './day-editor.tsx';
import { readTyped, writeTyped } from '#features/tasks/custom-fields/field-texts.ts';
import { FAULT_MESSAGES } from '#features/tasks/custom-fields/field-labels.tsx';
import type { TeamField } from '#features/tasks/custom-fields/fields.data.ts';
import { LinkPicker, listLinks, toggleLink } from '#features/tasks/custom-fields/link-picker.tsx';
import { ValuePicker } from '#features/tasks/custom-fields/value-picker.tsx';
import { updateTask } from '#features/tasks/model/tasks.data.ts';
import styles from './table.module.css';

interface ValueEditorProps {
  task: SyncRows['task'];
  fieldId: string;
  onEnd: (step: -1 | 0 | 1) => void;
}

/** Edits a custom field in its cell. */
export function ValueEditor({ task, fieldId, onEnd }: ValueEditorProps) {
  const store = useTeamStore();
  const field = useRow('field', fieldId);
  const value = task.custom[fieldId];
  const change = (next: FieldValue | null) =>
    void store.mutate(updateTask(store, task.id, { [nameValue(fieldId)]: next }));
  if (field === undefined) return null;
  switch (field.type) {
    case 'formula':
      return <NoEditor onEnd={onEnd} />;
    case 'select':
    case 'multiSelect':
    case 'person':
      return (
        <ValuePicker
          field={field}
          value={value}
          isDisabled={false}
          startsOpen
          buttonRef={(button) => button?.focus()}
          onPick={change}
          onClose={() => onEnd(0)}
        />
      );
    case 'relation':
      return (
        <LinkPicker
          field={field}
          tasks={[task]}
          onToggle={(id) => change(toggleLink(listLinks(task, field.id), id))}
          onClose={() => onEnd(0)}
        />
      );
    case 'date':
      return (
        <DayEditor
          label={field.name}
          value={value === undefined ? null : String(value)}
          isClosed
          onChange={change}
          onEnd={onEnd}
        />
      );
    case 'checkbox':
      return <BoxEditor field={field} value={value} onChange={change} onEnd={onEnd} />;
    default:
      return <LineEditor field={field} value={value} onChange={change} onEnd={onEnd} />;
  }
}

/** Ends editing immediately because computed values are read-only. */
function NoEditor({ onEnd }: Pick<ValueEditorProps, 'onEnd'>) {
  const end = useEffectEvent(() => onEnd(0));
  useEffect(() => end(), []);
  return null;
}

interface EditorProps {
  field: TeamField;
  value: FieldValue | undefined;
  onChange: (value: FieldValue | null) => void;
  onEnd: (step: -1 | 0 | 1) => void;
}

function BoxEditor({ field, value, onChange, onEnd }: EditorProps) {
  return (
    <input
      ref={(box) => box?.focus()}
      type="checkbox"
      aria-label={field.name}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked ? true : null)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Enter' && event.key !== 'Escape' && event.key !== 'Tab') return;
        event.preventDefault();
        onEnd(readStep(event));
      }}
      onBlur={() => onEnd(0)}
    />
  );
}

function LineEditor({ field, value, onChange, onEnd }: EditorProps) {
  const { i18n } = useLingui();
  const isOver = useRef(false);
  const former = writeTyped(value);
  function keep(typed: string): void {
    if (isOver.current) return;
    isOver.current = true;
    if (typed === former) return;
    const read = readTyped(field, typed);
    if ('value' in read) {
      if (read.value !== (value ?? null)) onChange(read.value);
      return;
    }
    const fault = FAULT_MESSAGES[read.fault];
    const message = fault === undefined ? field.name : formatPair(field.name, i18n._(fault));
    showError(message);
  }
  return (
    <input
      ref={(input) => {
        if (input === null || document.activeElement === input) return;
        input.focus();
        input.select();
      }}
      className={styles.titleEditor}
      aria-label={field.name}
      defaultValue={former}
      autoComplete="off"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') isOver.current = true;
        else if (event.key === 'Enter' || event.key === 'Tab') keep(event.currentTarget.value);
        else return;
        event.preventDefault();
        onEnd(readStep(event));
      }}
      onBlur={(event) => {
        const wasOver = isOver.current;
        keep(event.currentTarget.value);
        if (!wasOver) onEnd(0);
      }}
    />
  );
}
