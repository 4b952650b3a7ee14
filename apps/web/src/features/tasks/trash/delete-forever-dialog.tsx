import type { ListedTrashItem } from '@hearth/contracts/trash/trash';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

/** Items to delete permanently, or all that the person manages. */
export type DeletionTarget = readonly ListedTrashItem[] | 'all';

interface DeleteForeverDialogProps {
  /** Null while the dialog is closed. */
  target: DeletionTarget | null;
  onDelete: (target: DeletionTarget) => Promise<void>;
  onClose: () => void;
}

/** Asks before items of the trash are deleted permanently, and states what is lost with them. */
export function DeleteForeverDialog({ target, onDelete, onClose }: DeleteForeverDialogProps) {
  const { t } = useLingui();
  const items = target === null || target === 'all' ? [] : target;
  const [first] = items;
  const count = items.length;
  const name = first === undefined || first.title === '' ? t`Untitled` : first.title;
  const title =
    count === 1
      ? t`Delete “${name}” forever?`
      : t`${plural(count, { one: 'Delete # item forever?', other: 'Delete # items forever?' })}`;
  return (
    <ConfirmDialog
      isOpen={target !== null}
      title={target === 'all' ? t`Empty the trash?` : title}
      action={target === 'all' ? t`Empty trash` : t`Delete forever`}
      onClose={onClose}
      onConfirm={async () => {
        if (target !== null) await onDelete(target);
        onClose();
      }}
    >
      <Loss target={target ?? 'all'} />
    </ConfirmDialog>
  );
}

function Loss({ target }: { target: DeletionTarget }) {
  if (target === 'all')
    return (
      <Trans>
        All tasks, documents and projects in the trash that you manage are deleted, with all comments and
        files. This can’t be undone.
      </Trans>
    );
  const [first] = target;
  if (target.length > 1)
    return (
      <Trans>Everything in them is deleted as well, with all comments and files. This can’t be undone.</Trans>
    );
  if (first?.kind === 'project')
    return (
      <Trans>
        All its tasks and documents are deleted as well, with their comments and files. This can’t be undone.
      </Trans>
    );
  if (first?.kind === 'document')
    return <Trans>Its sub-pages and files are deleted as well. This can’t be undone.</Trans>;
  return <Trans>Its sub-tasks, comments and files are deleted as well. This can’t be undone.</Trans>;
}
