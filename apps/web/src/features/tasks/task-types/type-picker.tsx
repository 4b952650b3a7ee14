import { useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import { Picker, type PickerOption } from '#ui/overlays/picker.tsx';
import { TypeGlyph } from './type-glyph.lazy.tsx';
import { useTaskTypes } from './task-types.ts';
import styles from '#features/tasks/fields/panel.module.css';

/** Option value for “none”. Option values must not be empty. */
const NONE = 'none';

interface TypePickerProps {
  typeId: string | null;
  canEdit: boolean;
  onPick: (typeId: string | null) => void;
  buttonRef?: Ref<HTMLButtonElement>;
  startsOpen?: boolean;
  onClose?: () => void;
}

/** Picks the type of a task. The user can also pick no type. */
export function TypePicker({
  typeId,
  canEdit,
  onPick,
  buttonRef,
  startsOpen = false,
  onClose,
}: TypePickerProps) {
  const { t } = useLingui();
  const types = useTaskTypes();
  const chosen = types.find(({ id }) => id === typeId);
  const options: PickerOption[] = types.map(({ id, name, icon, color }) => ({
    value: id,
    label: name,
    icon: <TypeGlyph icon={icon} color={color} />,
  }));
  return (
    <Picker
      label={t`Type`}
      buttonRef={buttonRef}
      isDisabled={!canEdit}
      isSearchable={startsOpen}
      startsOpen={startsOpen}
      {...(onClose === undefined ? {} : { onClose })}
      selected={[chosen?.id ?? NONE]}
      options={[{ value: NONE, label: t`No type` }, ...options]}
      onPick={(id) => onPick(id === NONE ? null : id)}
    >
      {chosen === undefined ? (
        <span className={styles.faint}>{t`No type`}</span>
      ) : (
        <>
          <TypeGlyph icon={chosen.icon} color={chosen.color} />
          {chosen.name}
        </>
      )}
    </Picker>
  );
}
