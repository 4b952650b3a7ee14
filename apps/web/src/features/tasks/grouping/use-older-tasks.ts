import { CLOSED_RETENTION_DAYS, isClosed } from '@hearth/contracts/model/task-values';
import { useState } from 'react';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { useTeamStore, type Lists, type TaskQuery } from '#platform/sync/index.ts';
import { useToday } from '#ui/format/use-today.ts';
import type { StatusLook } from '#features/tasks/model/task-field-labels.ts';

const RETENTION_MS = CLOSED_RETENTION_DAYS * 24 * 3_600_000;

interface Reading {
  isBusy: boolean;
  /** Pagination cursor. Null after the last page. */
  cursor?: string | null;
}

export interface OlderTasks {
  /** Whether a status may have finished tasks outside the working set. */
  isOffered: (status: StatusLook, group: string) => boolean;
  isBusy: (group: string) => boolean;
  show: (group: string, query: TaskQuery) => void;
}

/**
 * Loads finished tasks outside the working set page by page.
 * @param since creation time of the team or project; if it is recent, all finished tasks are in the working set
 */
export function useOlderTasks(view: Lists, since: string | undefined): OlderTasks {
  const store = useTeamStore();
  const [readings, setReadings] = useState<Readonly<Record<string, Reading>>>({});
  const today = useToday();
  const isOldEnough = since !== undefined && Date.parse(today) - Date.parse(since) > RETENTION_MS;
  const note = (group: string, reading: Reading) =>
    setReadings((current) => ({ ...current, [group]: reading }));

  async function read(group: string, query: TaskQuery): Promise<void> {
    const known = view.ids(group).length;
    let cursor = readings[group]?.cursor;
    note(group, { isBusy: true, cursor });
    try {
      // The newest tasks come first and are mostly loaded already. Skip to the first page that contains unloaded tasks.
      do {
        cursor = await store.loadOlder(cursor ? { ...query, cursor } : query);
      } while (cursor !== null && view.ids(group).length <= known);
    } catch (error) {
      showError(explainError(error));
    }
    note(group, { isBusy: false, cursor });
  }

  return {
    isOffered: (status, group) =>
      isOldEnough && isClosed(status.category) && readings[group]?.cursor !== null,
    isBusy: (group) => readings[group]?.isBusy === true,
    show: (group, query) => void trackLoading(read(group, query)),
  };
}
