import type { CycleEntry } from '@hearth/contracts/cycles/cycles';
import type { CycleFigures } from '@hearth/contracts/cycles/cycle-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#platform/api/api-client.ts';
import { readAllPages } from '#platform/api/read-pages.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { CycleBar, Figure, useCycleCountFormatter } from './cycle-parts.tsx';
import type { Cycle } from '#features/tasks/cycles/cycles.data.ts';
import { nameCycle, nameCycleDays } from '#features/tasks/cycles/cycle-names.ts';
import type { CycleLinks } from './project-cycles.tsx';
import styles from './cycles.module.css';

const FIGURES: readonly (readonly [keyof CycleFigures, MessageDescriptor])[] = [
  ['start', msg`At the start`],
  ['added', msg`Added`],
  ['removed', msg`Removed`],
  ['done', msg`Done`],
  ['cancelled', msg`Cancelled`],
  ['carried', msg`Carried over`],
];
const OUTCOME_LABELS: Record<CycleEntry['outcome'], MessageDescriptor> = {
  done: msg`Done`,
  cancelled: msg`Cancelled`,
  carried: msg`Carried over`,
  removed: msg`Removed`,
};

/** The recorded state of a cycle when it closed. Later changes to its tasks do not affect it. */
export function CyclePast({ cycle, links }: { cycle: Cycle; links: CycleLinks }) {
  const { t } = useLingui();
  useFormats();
  const formatCount = useCycleCountFormatter();
  const { figures } = cycle;
  const record = useRecord(cycle);
  if (figures === null) return null;
  const total = figures.done.tasks + figures.carried.tasks;
  return (
    <details
      className={styles.fold}
      onToggle={(event) => {
        if (event.currentTarget.open) record.read();
      }}
    >
      <summary>
        <span className={styles.title}>{nameCycle(cycle)}</span>
        <span className={styles.days}>{nameCycleDays(cycle)}</span>
        <CycleBar done={figures.done.tasks} total={total} />
        <span className={styles.sum}>
          <Trans>Done: {formatCount(figures.done)}</Trans>
        </span>
      </summary>
      <dl className={styles.figures}>
        {FIGURES.map(([name, label]) => (
          <Figure key={name} name={t(label)}>
            {formatCount(figures[name])}
          </Figure>
        ))}
      </dl>
      {record.errorMessage !== null && <p className={styles.note}>{record.errorMessage}</p>}
      <ul className={styles.record} aria-label={t`Tasks`}>
        {record.entries.map(({ taskId, outcome, entered, task }) => (
          <li key={taskId}>
            {task === null ? (
              <span className={styles.gone}>
                <Trans>A deleted or private task</Trans>
              </span>
            ) : (
              <a
                href={links.hrefOf(taskId)}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  links.onOpen(taskId);
                }}
              >
                <span className={styles.key}>{task.key}</span> {task.title}
              </a>
            )}
            <span className={styles.outcome}>
              {t(OUTCOME_LABELS[outcome])}
              {entered === 'added' && ` · ${t`Added later`}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Fetches on demand the stored outcome of each task. */
function useRecord({ id, projectId }: Cycle) {
  const { teamId } = useTeamStore();
  const [entries, setEntries] = useState<readonly CycleEntry[]>([]);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);

  async function readAll(): Promise<void> {
    const params = { teamId, projectId, cycleId: id };
    const pages = await readAllPages((cursor) =>
      call('GET /teams/{teamId}/projects/{projectId}/cycles/{cycleId}/record', {
        params,
        query: { limit: 200, cursor },
      }),
    );
    setEntries(pages.flatMap((page) => page.entries));
    setErrorMessage(null);
  }

  return {
    entries,
    errorMessage,
    read: () => void trackLoading(readAll().catch((error: unknown) => setErrorMessage(explainError(error)))),
  };
}
