import { useLingui } from '@lingui/react/macro';
import { IconStar } from '@tabler/icons-react';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { FAVOURITE_KEY } from './favourite-key.ts';
import type { Starred } from './favourites-view.ts';
import { FavouriteActs, withToggle } from './lazy-parts.ts';
import styles from './favourite-star.module.css';

interface StarProps {
  of: Starred;
  shortcut?: typeof FAVOURITE_KEY | undefined;
}

/** Toggles a favourite. Hidden in a historical snapshot because snapshots are read-only. */
export function FavouriteStar({ of, shortcut }: StarProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const isFavourite = useRow('favourite', of.id) !== undefined;
  const { name } = of;
  if (store.at !== null) return null;
  function press(): void {
    withToggle((toggle) => {
      toggle(store, of);
      return () => undefined;
    });
  }
  return (
    <IconButton
      label={isFavourite ? t`Remove ${name} from favourites` : t`Add ${name} to favourites`}
      shortcut={shortcut}
      className={styles.star}
      data-favourite={isFavourite || undefined}
      onClick={press}
    >
      <IconStar size={17} stroke={1.7} fill={isFavourite ? 'var(--color-amber)' : 'none'} />
    </IconButton>
  );
}

/** Star in the header of a project, with palette and keyboard actions. */
export function ProjectStar({ id, name, hasKey }: { id: string; name: string; hasKey: boolean }) {
  const of = { id, name, kind: 'project' } as const;
  return (
    <>
      <FavouriteStar of={of} shortcut={hasKey ? FAVOURITE_KEY : undefined} />
      <FavouriteActs of={of} hasKey={hasKey} isWanted={false} standIn={null} />
    </>
  );
}

/** Star in the header of a document. */
export function DocumentStar({ id, name }: { id: string; name: string }) {
  const of = { id, name, kind: 'document' } as const;
  return (
    <>
      <FavouriteStar of={of} shortcut={FAVOURITE_KEY} />
      <FavouriteActs of={of} hasKey isWanted={false} standIn={null} />
    </>
  );
}

/** Actions of a saved view. Its star is in the view menu. */
export function ViewActs({ id, name }: { id: string; name: string }) {
  return <FavouriteActs of={{ id, name, kind: 'view' }} hasKey isWanted={false} standIn={null} />;
}
