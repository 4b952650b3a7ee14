import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import { previewAddress } from './attachments.data.ts';
import styles from './cover.module.css';

interface CoverPictureProps {
  taskId: string;
  coverId: string;
  size: 'small' | 'large';
  /** Alternative text. Empty if the image is next to a title. */
  alt?: string;
}

/** The cover image on a card. */
export function CardCover(props: Omit<CoverPictureProps, 'size'>) {
  return (
    <div className={styles.onCard}>
      <CoverPicture {...props} size="small" />
    </div>
  );
}

/**
 * The cover of a task, filling the height of its container. If it fails to load, shows a placeholder until the sync
 * status changes.
 */
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
      // Disable native dragging of the image so that the whole card is dragged.
      draggable={false}
      onError={() => setMissedIn(status)}
    />
  );
}
