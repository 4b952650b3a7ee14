import type { CallReply } from '@hearth/contracts/client-types';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type MouseEvent } from 'react';
import { toDayQuery } from './figures/analytics.data.ts';
import type { Drilldown } from './cards/drilldown.ts';
import type { Scope } from './figures/period.ts';
import { formatShortDay, formatHours } from './figures/format-figures.ts';
import { call } from '#platform/api/api-client.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError, useErrorMessages } from '#platform/texts/error-messages.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { useRow } from '#platform/sync/index.ts';
import { dayInZone, useFormats } from '#ui/format/formats.ts';
import { SidePanel, SidePanelBody, SidePanelHead } from '#ui/overlays/side-panel.tsx';
import styles from './analytics.module.css';

type Tasks = CallReply<'GET /teams/{teamId}/analytics/tasks'>;
type TaskLine = Tasks['tasks'][number];

/** Opens a task on the current page, and returns the URL of a task. */
export interface TaskLinks {
  open: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
}

interface DrilldownTasksProps {
  drilldown: Drilldown;
  scope: Pick<Scope, 'teamId' | 'projectId' | 'filter'>;
  links: TaskLinks;
  onClose: () => void;
}

const PAGE = 50;

/** The tasks behind a figure, in a panel next to the figures. */
export function DrilldownTasks({
  drilldown,
  scope: { teamId, projectId, filter },
  links,
  onClose,
}: DrilldownTasksProps) {
  const { t } = useLingui();
  useFormats();
  const zone = useRow('team', teamId)?.timeZone ?? 'UTC';
  const { title, metric, days, isWhole, cycleId, statusId, userId } = drilldown;
  const of = { cycleId, statusId, userId };
  const filtered = isWhole === true ? undefined : filter;
  const [isBusy, setIsBusy] = useState(false);
  const read = (cursor: string | undefined, signal?: AbortSignal) =>
    call('GET /teams/{teamId}/analytics/tasks', {
      params: { teamId },
      query: { metric, ...toDayQuery(days), projectId, ...of, filter: filtered, limit: PAGE, cursor },
      ...(signal === undefined ? {} : { signal }),
    });
  const list = useRequest(
    `${teamId} ${projectId} ${cycleId} ${statusId} ${userId} ${filtered} ${metric} ${days.from} ${days.to}`,
    (signal) => read(undefined, signal),
  );
  const errorMessage = useErrorMessages(list.error);
  const { tasks = [], nextCursor = null } = list.data ?? {};

  async function showMore(): Promise<void> {
    setIsBusy(true);
    try {
      const page = await trackLoading(read(nextCursor ?? undefined));
      list.changeData((now) => ({ ...page, tasks: [...now.tasks, ...page.tasks] }));
    } catch (error) {
      showError(explainError(error));
    }
    setIsBusy(false);
  }

  return (
    <SidePanel label={title} onPhone="sheet" onClose={onClose}>
      <SidePanelHead about={<Trans>Tasks behind the number</Trans>} onClose={onClose} />
      <SidePanelBody>
        <h2 className={styles.behindTitle}>{title}</h2>
        {errorMessage !== null && (
          <div className={styles.behindNote} role="alert">
            <p>{errorMessage}</p>
            <Button variant="default" size="small" onClick={list.reload}>
              <Trans>Try again</Trans>
            </Button>
          </div>
        )}
        {list.data === undefined && errorMessage === null && <SkeletonRows />}
        {list.data !== undefined && tasks.length === 0 && (
          <p className={styles.behindNote}>
            <Trans>No tasks, or none that you may read.</Trans>
          </p>
        )}
        <ul className={styles.behind} aria-label={title}>
          {tasks.map((task) => (
            <Line key={task.id} task={task} zone={zone} links={links} />
          ))}
        </ul>
        {nextCursor !== null && (
          <Button variant="subtle" isBusy={isBusy} onClick={() => void showMore()}>
            {t`Show more`}
          </Button>
        )}
      </SidePanelBody>
    </SidePanel>
  );
}

function Line({
  task: { id, key, title, hours, at },
  zone,
  links,
}: {
  task: TaskLine;
  /** The team's time zone. It determines the team's days. */
  zone: string;
  links: TaskLinks;
}) {
  function open(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    links.open(id);
  }
  return (
    <li>
      <a href={links.hrefOf(id)} className={styles.behindLine} onClick={open}>
        <span className={styles.behindKey}>{key}</span>
        <span className={styles.behindName}>{title}</span>
        <span className={styles.behindPart}>
          {hours === null
            ? at !== null && formatShortDay(dayInZone(Date.parse(at), zone))
            : formatHours(hours)}
        </span>
      </a>
    </li>
  );
}
