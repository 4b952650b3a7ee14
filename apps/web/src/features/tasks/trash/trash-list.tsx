import { Button } from '@mantine/core';
import { LIMITS } from '@hearth/contracts/limits';
import type { ListedTrashItem } from '@hearth/contracts/trash';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconChecklist, IconFolder, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, call } from '#platform/api-client.ts';
import { showError, showToast, trackLoading } from '#platform/core.ts';
import { explainError, useErrorWords } from '#platform/error-words.ts';
import { refreshSubscription } from '#platform/subscription.ts';
import { useSelected } from '#platform/state.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/use-request.ts';
import { viewState } from '#platform/view-as.ts';
import { WhyNot } from '#platform/why-not.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Refused } from '#ui/refused.tsx';
import { useFormats } from '#ui/formats.ts';
import { SkeletonRows } from '#ui/loading.tsx';
import styles from './trash.module.css';

/** Deleted work of the last 30 days, newest first, each to be brought back. */
export function TrashList() {
  const { t } = useLingui();
  const formats = useFormats();
  const { teamId } = useTeamStore();
  const [busyId, setBusyId] = useState<string | null>(null);
  const list = useRequest(teamId, (signal) =>
    call('GET /teams/{teamId}/trash', { params: { teamId }, query: { limit: 200 }, signal }),
  );
  const trouble = useErrorWords(list.error);

  async function restore(item: ListedTrashItem): Promise<void> {
    setBusyId(item.id);
    try {
      await trackLoading(
        call('POST /teams/{teamId}/trash/{itemId}/restore', { params: { teamId, itemId: item.id } }),
      );
      list.setData({ items: (list.data?.items ?? []).filter(({ id }) => id !== item.id), nextCursor: null });
      showToast(t`“${item.title}” is back`);
    } catch (error) {
      showError(explainError(error));
      if (error instanceof ApiError && error.status === 402) void refreshSubscription();
    } finally {
      setBusyId(null);
    }
  }

  if (trouble !== null) return <p className={styles.faint}>{trouble}</p>;
  if (list.data === undefined) return <SkeletonRows />;
  if (list.data.items.length === 0) {
    return (
      <EmptyState icon={<IconTrash size={24} stroke={1.6} />} title={t`The trash is empty`}>
        <Plural
          value={LIMITS.trashDays}
          one="Deleted tasks and projects wait here for # day, in case they are needed after all."
          other="Deleted tasks and projects wait here for # days, in case they are needed after all."
        />
      </EmptyState>
    );
  }
  return (
    <ul aria-label={t`Trash`}>
      {list.data.items.map((item) => (
        <li key={item.id} className={styles.line}>
          {item.kind === 'project' ? (
            <IconFolder size={17} stroke={1.6} aria-label={t`Project`} />
          ) : (
            <IconChecklist size={17} stroke={1.6} aria-label={t`Task`} />
          )}
          <span className={styles.title}>{item.title}</span>
          <time className={styles.faint} dateTime={item.deletedAt}>
            {formats.moment(item.deletedAt, { day: 'numeric', month: 'short' })}
          </time>
          <RestoreButton item={item} isBusy={busyId === item.id} onRestore={() => void restore(item)} />
        </li>
      ))}
    </ul>
  );
}

interface RestoreButtonProps {
  item: ListedTrashItem;
  isBusy: boolean;
  onRestore: () => void;
}

function RestoreButton({ item, isBusy, onRestore }: RestoreButtonProps) {
  const { t } = useLingui();
  const isView = useSelected(viewState, (state) => state.view !== null);
  const label = t`Restore ${item.title}`;
  if (item.mayRestore && !isView) {
    return (
      <Button variant="default" aria-label={label} loading={isBusy} onClick={onRestore}>
        <Trans>Restore</Trans>
      </Button>
    );
  }
  // Of a deleted project the browser no longer knows whether it is private, and so not the own level.
  const projectId = item.kind === 'project' ? undefined : item.projectId;
  return (
    <Refused why={<WhyNot act="trash.restore" projectId={projectId} />}>
      <Button variant="default" aria-label={label}>
        <Trans>Restore</Trans>
      </Button>
    </Refused>
  );
}
