import { Plural, Trans } from '@lingui/react/macro';
import { IconCloudOff } from '@tabler/icons-react';
import { useUnsyncedTitles } from '#features/documents/index.ts';
import { usePendingCount, useSyncStatus } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import styles from './notes.module.css';

/** Maximum number of documents named. Further documents are counted. */
const MAX_NAMED = 3;

/** Reports that the server is unreachable and that no changes are lost. */
export function SyncNote() {
  const status = useSyncStatus();
  const pending = usePendingCount();
  const titles = useUnsyncedTitles();
  if (status !== 'offline') return null;
  return (
    <p className={styles.syncNote} role="status">
      <IconCloudOff size={15} stroke={1.7} aria-hidden="true" />
      {titles.length > 0 ? (
        <UnsyncedDocuments titles={titles} />
      ) : pending === 0 ? (
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

/** The documents with unsent changes. */
function UnsyncedDocuments({ titles }: { titles: readonly string[] }) {
  const formats = useFormats();
  const names = formats.list(titles);
  if (titles.length <= MAX_NAMED) return <Trans>Not synced yet: {names}. Syncs when you’re online.</Trans>;
  return (
    <Plural
      value={titles.length}
      one="# document not synced yet. Syncs when you’re online."
      other="# documents not synced yet. They sync when you’re online."
    />
  );
}
