import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconHistory } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError, useErrorMessages } from '#platform/texts/error-messages.ts';
import { useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { ChangedTask } from './changed-task.tsx';
import { joinNewest, joinOlder } from './join-newest.ts';
import { useKnownNames } from './use-known-names.ts';
import { useChangeAuthors } from '#features/tasks/model/change-authors.ts';
import styles from './changed-tasks.module.css';

const PAGE = 25;
/** Debounce in ms: changes that arrive while the list is open are fetched together. */
const SETTLE_MS = 1_000;

interface ChangedTasksProps {
  since: string;
  projectId: string | undefined;
  by: 'others' | 'everybody';
  onOpen: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
}

/**
 * Lists the tasks of the team that have changed since a given time, latest change first. Must be remounted when the
 * query changes.
 */
export function ChangedTasks({ since, projectId, by, onOpen, hrefOf }: ChangedTasksProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const { teamId } = store;
  const known = useKnownNames();
  const { authorOf } = useChangeAuthors(known.people);
  const isLive = useSyncStatus() === 'live';
  const [isReading, setIsReading] = useState(false);
  const read = (cursor: string | undefined, signal?: AbortSignal) =>
    call('GET /teams/{teamId}/changed-tasks', {
      params: { teamId },
      query: { since, projectId, by, limit: PAGE, cursor },
      ...(signal === undefined ? {} : { signal }),
    });
  const list = useRequest(JSON.stringify([teamId, since, projectId, by]), (signal) =>
    read(undefined, signal),
  );
  const errorMessage = useErrorMessages(list.error);

  /** Merges new changes into the loaded ones. */
  const readNewest = useEffectEvent((signal: AbortSignal) => {
    if (list.data === undefined) return;
    read(undefined, signal).then(
      (newest) => {
        if (!signal.aborted) list.changeData((shown) => joinNewest(shown, newest));
      },
      // Background refresh: on failure, keep the loaded changes. The next change triggers a retry.
      () => {},
    );
  });
  const catchUp = useEffectEvent((signal: AbortSignal) => {
    if (list.error !== undefined) list.reload();
    else readNewest(signal);
  });
  useEffect(() => {
    if (!isLive) return undefined;
    const reading = new AbortController();
    catchUp(reading.signal);
    return () => reading.abort();
  }, [isLive]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let reading = new AbortController();
    const stop = store.subscribeSteps(() => {
      clearTimeout(timer);
      reading.abort();
      reading = new AbortController();
      timer = setTimeout(readNewest, SETTLE_MS, reading.signal);
    });
    return () => {
      clearTimeout(timer);
      reading.abort();
      stop();
    };
  }, [store]);

  async function readMore(cursor: string): Promise<void> {
    setIsReading(true);
    try {
      const more = await trackLoading(read(cursor));
      list.changeData(({ tasks }) => joinOlder(tasks, more));
    } catch (error) {
      showError(explainError(error));
    } finally {
      setIsReading(false);
    }
  }

  if (list.data === undefined && !isLive) {
    return (
      <p className={styles.note}>
        <Trans>You’re offline. Changes will appear when you’re back.</Trans>
      </p>
    );
  }
  if (errorMessage !== null) return <p className={styles.note}>{errorMessage}</p>;
  if (list.data === undefined) return <SkeletonRows />;
  const { tasks, nextCursor } = list.data;
  if (tasks.length === 0) {
    return (
      <EmptyState icon={<IconHistory size={24} stroke={1.6} />} title={t`Nothing changed`}>
        {by === 'others' ? (
          <Trans>No changes by others since then.</Trans>
        ) : (
          <Trans>No changes since then.</Trans>
        )}
      </EmptyState>
    );
  }
  const count = tasks.length;
  return (
    <>
      <p className={styles.note} role="status">
        {nextCursor === null ? (
          <Plural value={count} one="# task changed" other="# tasks changed" />
        ) : (
          <Plural value={count} one="The last # task that changed" other="The last # tasks that changed" />
        )}
      </p>
      <ul className={styles.tasks} aria-label={t`What changed`}>
        {tasks.map((item) => (
          <ChangedTask
            key={item.taskId}
            item={item}
            known={known}
            authorOf={authorOf}
            href={hrefOf(item.taskId)}
            onOpen={() => onOpen(item.taskId)}
          />
        ))}
      </ul>
      {nextCursor !== null && (
        <Button variant="default" isBusy={isReading} onClick={() => void readMore(nextCursor)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}
