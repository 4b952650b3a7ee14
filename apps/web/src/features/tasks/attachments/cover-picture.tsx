import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import { previewAddress } from './attachments.data.ts';
import styles from './cover.module.css';

interface CoverPictureProps {
  taskId: string;
  coverId: string;
  size: 'small' | 'large';
  /** Alternative text; empty where a title is next to the picture. */
  alt?: string;
}

/** The cover of a card. */
export function CardCover(props: Omit<CoverPictureProps, 'size'>) {
  return (
    <div className={styles.onCard}>
      <CoverPicture {...props} size="small" />
    </div>
  );
}

/** The cover of a task, as high as its container; if it fails to load, a placeholder until the connection is back. */
export function CoverPicture({ taskId, coverId, size, alt = '' }: CoverPictureProps) {
  const store = useTeamStore();
  const status = useSyncStatus();
  const [missedIn, setMissedIn] = useState<string | null>(null);
  if (missedIn === status) {
    return (
      <span className={styles.standIn} aria-hidden="true">
        <IconPhoto size={24} stroke={1.4} />
      </span>
    );
  }
  return (
    <img
      key={coverId}
      className={styles.picture}
      src={previewAddress(store, { id: coverId, taskId }, size)}
      alt={alt}
      loading="lazy"
      decoding="async"
      // The whole card is dragged, not the picture on it.
      draggable={false}
      onError={() => setMissedIn(status)}
    />
  );
}
