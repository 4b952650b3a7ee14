import { useDebouncedValue } from '@mantine/hooks';
import { LIMITS } from '@hearth/contracts/core/limits';
import { TRASH_KINDS, TRASH_SEARCH_MAX, type TrashedKind } from '@hearth/contracts/trash/trash-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { useErrorMessages } from '#platform/texts/error-messages.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { viewState } from '#platform/permissions/view-as.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { SearchField } from '#ui/inputs/search-field.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { DeleteForeverDialog, type DeletionTarget } from './delete-forever-dialog.tsx';
import { TrashRow } from './trash-row.tsx';
import { useTrash } from './use-trash.ts';
import styles from './trash.module.css';

/** Debounce of the search, in ms. */
const SETTLE_MS = 250;
const ANY = 'any';

const KIND_PLURAL_LABELS: Readonly<Record<TrashedKind, MessageDescriptor>> = {
  task: msg`Tasks`,
  document: msg`Documents`,
  project: msg`Projects`,
};

/**
 * Lists the items deleted in the last 30 days, newest first. The list can be searched, and items can be restored or deleted permanently, one by
 * one or in bulk.
 */
export function TrashList({ openTask }: { openTask: (taskId: string) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<TrashedKind>();
  const [search] = useDebouncedValue(typed.trim(), SETTLE_MS);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [deletion, setDeletion] = useState<DeletionTarget | null>(null);
  const { list, busy, isReadingMore, readMore, restore, remove } = useTrash(openTask, search, kind);
  const isView = useSelected(viewState, (state) => state.view !== null);
  const errorMessage = useErrorMessages(list.error);
  const items = list.data?.items ?? [];
  const open = isView ? [] : items.filter(({ mayRestore }) => mayRestore);
  const picked = open.filter(({ id }) => chosen.has(id));
  const deletable = picked.filter(({ mayDelete }) => mayDelete);

  function toggle(id: string): void {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }

  if (errorMessage !== null) return <p className={styles.faint}>{errorMessage}</p>;
  if (list.data !== undefined && items.length === 0 && search === '' && typed === '' && kind === undefined) {
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
        <ChooseAll
          isDisabled={open.length === 0}
          isSome={picked.length > 0}
          isAll={picked.length === open.length}
          onToggle={() => setChosen(new Set(picked.length === open.length ? [] : open.map(({ id }) => id)))}
        />
        <span className={styles.filters} role="group" aria-label={t`Filter`}>
          <SearchField
            label={t`Search the trash`}
            value={typed}
            maxLength={TRASH_SEARCH_MAX}
            onChange={setTyped}
          />
          <KindPicker kind={kind} onPick={setKind} />
        </span>
        <span className={styles.bulk}>
          {picked.length > 0 && (
            <Button isBusy={busy.size > 0} onClick={() => void restore(picked)}>
              <Plural value={picked.length} one="Restore # item" other="Restore # items" />
            </Button>
          )}
          {deletable.length > 0 && (
            <Button variant="danger" onClick={() => setDeletion(deletable)}>
              <Plural value={deletable.length} one="Delete # item forever" other="Delete # items forever" />
            </Button>
          )}
          {picked.length === 0 && open.some(({ mayDelete }) => mayDelete) && (
            <Button variant="default" onClick={() => setDeletion('all')}>
              <Trans>Empty trash</Trans>
            </Button>
          )}
        </span>
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
              onDelete={() => setDeletion([item])}
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
      <DeleteForeverDialog target={deletion} onDelete={remove} onClose={() => setDeletion(null)} />
    </>
  );
}

interface ChooseAllProps {
  isDisabled: boolean;
  /** Whether an item is selected. */
  isSome: boolean;
  /** Whether each item that can be selected is selected. */
  isAll: boolean;
  onToggle: () => void;
}

function ChooseAll({ isDisabled, isSome, isAll, onToggle }: ChooseAllProps) {
  const { t } = useLingui();
  return (
    <label className={styles.choose}>
      <input
        type="checkbox"
        aria-label={t`Select all`}
        checked={isSome && isAll}
        ref={(box) => {
          if (box !== null) box.indeterminate = isSome && !isAll;
        }}
        disabled={isDisabled}
        onChange={onToggle}
      />
    </label>
  );
}

interface KindPickerProps {
  kind: TrashedKind | undefined;
  onPick: (kind: TrashedKind | undefined) => void;
}

function KindPicker({ kind, onPick }: KindPickerProps) {
  const { t, i18n } = useLingui();
  const everything = t`Everything`;
  return (
    <Picker
      label={t`Type`}
      isFramed
      options={[
        { value: ANY, label: everything },
        ...TRASH_KINDS.map((one) => ({ value: one, label: i18n._(KIND_PLURAL_LABELS[one]) })),
      ]}
      selected={[kind ?? ANY]}
      onPick={(value) => onPick(TRASH_KINDS.find((one) => one === value))}
    >
      {kind === undefined ? everything : i18n._(KIND_PLURAL_LABELS[kind])}
    </Picker>
  );
}
