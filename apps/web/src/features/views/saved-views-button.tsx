import { useLingui } from '@lingui/react/macro';
import { IconBookmarks } from '@tabler/icons-react';
import { ViewActs } from '#features/favourites/index.ts';
import { useRow } from '#platform/sync/index.ts';
import { SavedViewsMenu } from './lazy-parts.ts';
import { LaterMenu } from './view-controls.tsx';
import {
  hasDifference,
  savedIdOf,
  type AddressSearch,
  type ViewScreen,
  type ViewSearch,
} from './address/view-search.ts';
import { openSavedViews } from './address/views.actions.ts';
import styles from './saved-views/view-controls.module.css';

interface SavedViewsProps {
  address: AddressSearch;
  search: ViewSearch;
  screen: ViewScreen;
}

/** Menu of the screen's saved views, labeled with the current view. */
export function SavedViews({ address, search, screen }: SavedViewsProps) {
  const { t } = useLingui();
  const saved = useRow('view', savedIdOf(address) ?? '');
  const isChanged = saved !== undefined && hasDifference(address);
  const content = (
    <>
      <IconBookmarks size={16} stroke={1.6} aria-hidden="true" />
      <span className={saved === undefined ? styles.word : styles.savedName}>{saved?.name ?? t`Views`}</span>
      {isChanged && (
        <span className={styles.changed}>
          <span className="hidden-text">{t`Changed`}</span>
        </span>
      )}
    </>
  );
  return (
    <div className={styles.controls} data-saved>
      {saved !== undefined && <ViewActs id={saved.id} name={saved.name} />}
      <LaterMenu
        action={openSavedViews}
        content={content}
        render={(waiting) => (
          <SavedViewsMenu saved={saved} isChanged={isChanged} search={search} screen={screen} {...waiting}>
            {content}
          </SavedViewsMenu>
        )}
      />
    </div>
  );
}
