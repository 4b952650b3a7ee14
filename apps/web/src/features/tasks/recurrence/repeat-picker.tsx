import { parseRule } from '@hearth/contracts/recurrence/recurrence-values';
import { ownDay, type LaterFields, type Repeat } from '@hearth/contracts/recurrence/repeat-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconRepeat } from '@tabler/icons-react';
import { useRef, useState, type Ref } from 'react';
import { readerZone } from '#ui/format/reader.ts';
import { lazyDialog } from '#ui/lazy/lazy-parts.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { useToday } from '#ui/format/use-today.ts';
import { listPresets, toPreset } from './repeat-presets.ts';
import { nameRepeat, nameRule } from './repeat-names.ts';
import { repeatFields, type Dated } from './repeat.data.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import styles from '#features/tasks/fields/panel.module.css';

const RepeatDialog = lazyDialog(async () => (await import('./repeat-dialog.tsx')).RepeatDialog);

const NONE = 'none';
const OTHER = 'other';

interface RepeatPickerProps {
  repeat: Repeat | null;
  /** The dates that the rule starts from. */
  dates: Dated;
  canEdit: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
  startsOpen?: boolean;
  /** Called when the list or the dialog closes and no other dialog follows. */
  onClose?: () => void;
  onPick: (fields: Pick<TaskFields, 'repeat' | 'dueDate'>) => void;
}

/** Picks the recurrence of a task: a preset, or a custom rule in a dialog. */
export function RepeatPicker({
  repeat,
  dates,
  canEdit,
  buttonRef,
  startsOpen = false,
  onClose,
  onPick,
}: RepeatPickerProps) {
  const { t } = useLingui();
  const today = useToday();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  // Whether the press that closes the list opens the dialog.
  const asksOn = useRef(false);
  function end(): void {
    if (!asksOn.current) onClose?.();
  }
  const later: LaterFields | null = repeat?.later ?? null;
  const presets = listPresets(ownDay(dates, readerZone()) ?? today);
  const rule = repeat === null ? null : parseRule(repeat.rule);
  const own = repeat === null || rule === null ? null : toPreset(repeat.mode, rule);
  const isOdd = own !== null && !presets.some(({ key }) => key === own.key);
  const all = isOdd ? [own, ...presets] : presets;
  return (
    <>
      <Picker
        label={t`Repeats`}
        buttonRef={buttonRef}
        isDisabled={!canEdit}
        isSearchable={startsOpen}
        startsOpen={startsOpen}
        onClose={end}
        selected={[own?.key ?? NONE]}
        options={[
          { value: NONE, label: t`Doesn’t repeat` },
          ...all.map(({ key, mode, rule: one }) => ({ value: key, label: nameRule(one, mode) })),
          { value: OTHER, label: t`Custom…` },
        ]}
        onPick={(value) => {
          if (value === OTHER) {
            asksOn.current = true;
            setIsDialogOpen(true);
            return;
          }
          const preset = all.find(({ key }) => key === value);
          onPick(
            preset === undefined
              ? { repeat: null }
              : repeatFields(preset.rule, preset.mode, dates, today, later),
          );
        }}
      >
        {repeat === null ? (
          <span className={styles.faint}>
            <Trans>Doesn’t repeat</Trans>
          </span>
        ) : (
          <>
            <IconRepeat size={15} stroke={1.7} aria-hidden="true" />
            {nameRepeat(repeat)}
          </>
        )}
      </Picker>
      <RepeatDialog
        isOpen={isDialogOpen}
        repeat={repeat}
        dates={dates}
        onClose={() => {
          asksOn.current = false;
          setIsDialogOpen(false);
          end();
        }}
        onPick={(one, mode) => onPick(repeatFields(one, mode, dates, today, later))}
      />
    </>
  );
}
