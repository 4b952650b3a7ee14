import { useDebouncedValue } from '@mantine/hooks';
import { LIMITS } from '@hearth/contracts/core/limits';
import { TRASH_SEARCH_MAX } from '@hearth/contracts/trash/trash';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconSearch, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { useErrorWords } from '#platform/texts/error-words.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { viewState } from '#platform/permissions/view-as.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { TrashRow } from './trash-row.tsx';
import { useTrash } from './use-trash.ts';
import styles from './trash.module.css';

/** Debounce of the search, in ms. */
const SETTLE_MS = 250;

/** Deleted work of the last 30 days, newest first: searched, and brought back one by one or many at once. */
export function TrashList() {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SETTLE_MS);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { list, busy, isReadingMore, readMore, restore } = useTrash(search);
  const isView = useSelected(viewState, (state) => state.view !== null);
  const trouble = useErrorWords(list.error);
  const items = list.data?.items ?? [];
  const open = isView ? [] : items.filter(({ mayRestore }) => mayRestore);
  const picked = open.filter(({ id }) => chosen.has(id));

  function toggle(id: string): void {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }

  if (trouble !== null) return <p className={styles.faint}>{trouble}</p>;
  if (list.data !== undefined && items.length === 0 && search === '' && typed === '') {
    return (
      <EmptyState icon={<IconTrash size={24} stroke={1.6} />} title={t`The trash is empty`}>
        <Plural
          value={LIMITS.trashDays}
          one="Deleted tasks, documents and projects are kept for # day."
          other="Deleted tasks, documents and projects are kept for # days."
        />
      </EmptyState>
    );
  }
  return (
    <>
      <div className={styles.bar}>
        <label className={styles.choose}>
          <input
            type="checkbox"
            aria-label={t`Select all`}
            checked={picked.length > 0 && picked.length === open.length}
            ref={(box) => {
              if (box !== null) box.indeterminate = picked.length > 0 && picked.length < open.length;
            }}
            disabled={open.length === 0}
            onChange={() => setChosen(new Set(picked.length === open.length ? [] : open.map(({ id }) => id)))}
          />
        </label>
        <label className={styles.search}>
          <IconSearch size={16} stroke={1.8} aria-hidden="true" />
          <input
            type="search"
            aria-label={t`Search the trash`}
            placeholder={t`Search the trash`}
            value={typed}
            maxLength={TRASH_SEARCH_MAX}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        {picked.length > 0 && (
          <Button isBusy={busy.size > 0} onClick={() => void restore(picked)}>
            <Plural value={picked.length} one="Restore # item" other="Restore # items" />
          </Button>
        )}
      </div>
      {list.data === undefined ? (
        <SkeletonRows />
      ) : items.length === 0 ? (
        <p className={styles.none}>
          <Trans>Nothing in the trash matches this search.</Trans>
        </p>
      ) : (
        <ul aria-label={t`Trash`}>
          {items.map((item) => (
            <TrashRow
              key={item.id}
              item={item}
              isChosen={chosen.has(item.id) && item.mayRestore && !isView}
              isBusy={busy.has(item.id)}
              onChoose={() => toggle(item.id)}
              onRestore={() => void restore([item])}
              onProject={setTyped}
            />
          ))}
        </ul>
      )}
      {list.data !== undefined && list.data.nextCursor !== null && (
        <Button
          variant="default"
          className={styles.more}
          isBusy={isReadingMore}
          onClick={() => void readMore()}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}
