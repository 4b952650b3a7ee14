import { useLingui } from '@lingui/react/macro';
import { useTeamStore } from '#platform/sync/index.ts';
import { ChooseDialog } from '#ui/overlays/choose-dialog.tsx';
import { previewAddress, type Attachment } from './attachments.data.ts';
import styles from './cover.module.css';

interface ChooseCoverProps {
  /** The images attached to the task. */
  files: readonly Attachment[];
  coverId: string | null;
  onPick: (coverId: string | null) => void;
  onClose: () => void;
}

/** Option value for “no cover”. Option values must not be empty. */
const NONE = 'none';

/** Chooses one of a task's images as its cover. */
export function ChooseCover({ files, coverId, onPick, onClose }: ChooseCoverProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  return (
    <ChooseDialog
      title={t`Change cover`}
      label={t`Cover`}
      choices={[
        { value: NONE, label: t`No cover`, checked: coverId === null ? 'all' : undefined },
        ...files.map((file) => ({
          value: file.id,
          label: file.name,
          icon: <img className={styles.mark} src={previewAddress(store, file, 'small')} alt="" />,
          checked: coverId === file.id ? ('all' as const) : undefined,
        })),
      ]}
      onPick={(value) => onPick(value === NONE ? null : value)}
      onClose={onClose}
    />
  );
}
