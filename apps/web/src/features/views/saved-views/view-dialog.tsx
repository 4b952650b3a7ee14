import type { Color } from '@hearth/contracts/core/colors';
import { LIMITS } from '@hearth/contracts/core/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { ColorPicker } from '#features/projects/index.ts';
import { Switch } from '#ui/inputs/choice.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx';
import { TextField } from '#ui/inputs/text-field.tsx';
import type { SavedView } from './saved-views.data.ts';
import styles from './view-controls.module.css';

interface ViewDialogProps {
  isOpen: boolean;
  /** The view to rename. Undefined to save a new view. */
  view: SavedView | undefined;
  /** False if the view is always private to its creator. */
  canShare: boolean;
  onClose: () => void;
  onSave: (fields: Pick<SavedView, 'name' | 'color' | 'isPrivate'>) => void;
}

/** Dialog for the name and color of a saved view. For a new view, also for its visibility. */
export function ViewDialog({ isOpen, view, canShare, onClose, onSave }: ViewDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      title={view === undefined ? t`Save this view` : t`Rename the view`}
      isOpen={isOpen}
      onClose={onClose}
    >
      <ViewForm view={view} canShare={canShare} onClose={onClose} onSave={onSave} />
    </Dialog>
  );
}

function ViewForm({ view, canShare, onClose, onSave }: Omit<ViewDialogProps, 'isOpen'>) {
  const { t } = useLingui();
  const [name, setName] = useState(view?.name ?? '');
  const [color, setColor] = useState<Color>(view?.color ?? 'sky');
  const [isPrivate, setIsPrivate] = useState(view?.isPrivate ?? !canShare);
  const [isChecked, setIsChecked] = useState(false);
  const problem = name.trim() === '' ? t`Enter a view name.` : null;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        if (problem === null) onSave({ name: name.trim(), color, isPrivate });
      }}
    >
      <TextField
        label={t`Name`}
        value={name}
        placeholder={t`Urgent this week`}
        maxLength={LIMITS.viewName}
        error={isChecked ? problem : null}
        autoFocus
        onChange={setName}
      />
      <ColorPicker value={color} onChange={setColor} />
      {view === undefined && (
        <Switch
          label={t`Only for you`}
          isDisabled={!canShare}
          hint={
            !canShare
              ? t`Only you can see this view. Members who can add tasks here can share one.`
              : isPrivate
                ? t`Only you can see this view.`
                : t`Everyone who can see these tasks can use this view. Guests see it in their projects.`
          }
          isChecked={isPrivate}
          onChange={setIsPrivate}
        />
      )}
      <DialogButtons onCancel={onClose}>
        <Button type="submit">
          <Trans>Save</Trans>
        </Button>
      </DialogButtons>
    </form>
  );
}
