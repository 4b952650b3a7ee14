import { Trans, useLingui } from '@lingui/react/macro';
import { IconFile, IconPhoto, IconRefresh } from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useErrorMessages } from '#platform/texts/error-messages.ts';
import { Button } from '#ui/buttons/button.tsx';
import { OtherTeamError, type FileCopy } from './file-copies.ts';
import type { UploadJobs } from './uploads.ts';
import styles from './blocks.module.css';

export function useFileCopy(jobs: UploadJobs | null, attachmentId: string): FileCopy | undefined {
  return useSyncExternalStore(jobs?.copies.subscribe ?? subscribeToNothing, () =>
    jobs?.copies.get(attachmentId),
  );
}

function subscribeToNothing(): () => void {
  return () => undefined;
}

interface FileCopyViewProps {
  kind: 'image' | 'file';
  /** The file's name, or the label of an image. */
  name: string;
  copy: FileCopy;
  onRetry: () => void;
  onRemove: () => void;
}

/** Placeholder for a file pasted from another document until it is copied into this one. */
export function FileCopyView({ kind, name, copy, onRetry, onRemove }: FileCopyViewProps) {
  const { t } = useLingui();
  const { error } = copy;
  const message = useErrorMessages(error ?? undefined);
  const isFinal = error instanceof OtherTeamError;
  useEffect(() => {
    if (error === null || isFinal) return undefined;
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [error, isFinal, onRetry]);
  const Mark = kind === 'image' ? IconPhoto : IconFile;
  const title = name !== '' ? name : kind === 'image' ? t`Image` : t`File`;
  if (error === null) {
    return (
      <div className={styles.waiting} role="status">
        <Mark size={18} stroke={1.7} aria-hidden="true" />
        <span className={styles.fileName}>{t`Copying ${title}…`}</span>
        <progress className={styles.progress} aria-hidden="true" />
      </div>
    );
  }
  return (
    <div className={styles.waiting} role="alert">
      <Mark size={18} stroke={1.7} aria-hidden="true" />
      <span>
        {kind === 'image' ? t`Image unavailable.` : t`File unavailable.`}{' '}
        {isFinal ? t`Files can’t be copied to another team.` : message}
      </span>
      {!isFinal && (
        <Button
          size="small"
          variant="default"
          icon={<IconRefresh size={15} stroke={1.7} />}
          onClick={onRetry}
        >
          <Trans>Try again</Trans>
        </Button>
      )}
      <Button size="small" variant="subtle" onClick={onRemove}>
        <Trans>Remove</Trans>
      </Button>
    </div>
  );
}
