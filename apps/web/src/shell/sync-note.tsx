import { Plural, Trans } from '@lingui/react/macro';
import { IconCloudOff } from '@tabler/icons-react';
import { usePendingCount, useSyncStatus } from '#platform/sync/index.ts';
import styles from './notes.module.css';

/** Says when the server is away, and that nothing is lost. */
export function SyncNote() {
  const status = useSyncStatus();
  const pending = usePendingCount();
  if (status !== 'offline') return null;
  return (
    <p className={styles.syncNote} role="status">
      <IconCloudOff size={15} stroke={1.7} aria-hidden="true" />
      {pending === 0 ? (
        <Trans>Offline. You can go on working.</Trans>
      ) : (
        <Plural
          value={pending}
          one="Offline. # change waits to be sent."
          other="Offline. # changes wait to be sent."
        />
      )}
    </p>
  );
}
