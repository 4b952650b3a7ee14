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
        <Trans>Offline. You can keep working.</Trans>
      ) : (
        <Plural
          value={pending}
          one="Offline. # change will sync later."
          other="Offline. # changes will sync later."
        />
      )}
    </p>
  );
}
