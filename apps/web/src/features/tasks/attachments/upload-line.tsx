import { Trans, useLingui } from '@lingui/react/macro';
import { IconCloudUpload, IconX } from '@tabler/icons-react';
import { Button } from '#ui/buttons/button.tsx';
import { useErrorMessages } from '#platform/texts/error-messages.ts';
import { useSyncStatus } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { describeBytes } from './file-display.ts';
import type { Upload } from './uploads.ts';
import styles from './attachments.module.css';
import lineStyles from '#features/tasks/add-line/sub-tasks.module.css';

interface UploadLineProps {
  upload: Upload;
  onCancel: () => void;
  onRetry: () => void;
}

/** An upload with its progress, the reason why it is waiting, or the reason why it was rejected. */
export function UploadLine({ upload, onCancel, onRetry }: UploadLineProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const isOnline = useSyncStatus() === 'live';
  const { name, bytes, state, share, isCut, error, isStored } = upload;
  const isAway = !isOnline || isCut;
  const message = useErrorMessages(error);
  const percent = formats.number(share, { style: 'percent' });

  return (
    <li className={lineStyles.line} data-failed={state === 'failed' || undefined}>
      <span className={styles.mark} aria-hidden="true">
        <IconCloudUpload size={20} stroke={1.5} />
      </span>
      <span className={styles.words}>
        <span className={styles.fileName}>{name}</span>
        <span className={styles.about} role="status">
          {state === 'failed' && <span className={styles.error}>{message}</span>}
          {state === 'waiting' && !isAway && <Trans>Waiting</Trans>}
          {state === 'waiting' && isAway && isStored && <Trans>Uploads when you’re back online</Trans>}
          {state === 'waiting' && isAway && !isStored && (
            <Trans>Uploads when you’re back online. Keep this tab open.</Trans>
          )}
          {state === 'sending' && (
            <span>
              {percent} · {describeBytes(bytes, formats.number)}
            </span>
          )}
        </span>
        {state === 'sending' && (
          <span
            role="progressbar"
            className={styles.track}
            aria-label={t`Uploading “${name}”`}
            aria-valuenow={Math.round(share * 100)}
            aria-valuemin={0}
            aria-valuemax={100}
          >
            <span className={styles.fill} style={{ inlineSize: `${share * 100}%` }} />
          </span>
        )}
      </span>
      {state === 'failed' && (
        <Button size="tiny" variant="default" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <IconButton
        label={state === 'failed' ? t`Remove “${name}”` : t`Cancel the upload of “${name}”`}
        size={28}
        onClick={onCancel}
      >
        <IconX size={16} stroke={1.7} />
      </IconButton>
    </li>
  );
}
