import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ChangedTasks } from '#features/tasks/index.ts';
import { readLastVisit } from '#platform/client-state/last-visit.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { Page } from '#shell/page/page.tsx';
import { Switch } from '#ui/inputs/choice.tsx';
import { Timestamp } from '#ui/format/timestamp.tsx';
import { TaskTabs } from './task-tabs.tsx';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';
import type { ChangesSearch, Period } from './changes-search.ts';
import styles from './changes.module.css';

const HOUR_MS = 3_600_000;
const PERIOD_LABELS: Record<Period, MessageDescriptor> = {
  visit: msg`Since my last visit`,
  day: msg`Last 24 hours`,
  week: msg`Last 7 days`,
  month: msg`Last 30 days`,
};
const PERIOD_HOURS = { day: 24, week: 7 * 24, month: 30 * 24 } as const;

/** Changes to tasks since the last visit or in the last few days. */
export function ChangesScreen() {
  const { t } = useLingui();
  const router = useRouter();
  const store = useTeamStore();
  const search: ChangesSearch = useSearch({ from: '/dashboard/tasks/changes' });
  const project = useRow('project', search.project ?? '');
  const panel = useTaskPanel();
  // Fixed when the screen opens: the list must not change while it is being read.
  const [openedAt] = useState(() => Date.now());
  const lastVisit = readLastVisit(store.userId, store.teamId);
  const periods =
    lastVisit === null ? (['day', 'week', 'month'] as const) : (['visit', 'day', 'week', 'month'] as const);
  const requested = search.period ?? 'visit';
  const period = requested === 'visit' && lastVisit === null ? 'day' : requested;
  const since =
    period === 'visit' && lastVisit !== null
      ? lastVisit
      : new Date(openedAt - PERIOD_HOURS[period === 'visit' ? 'day' : period] * HOUR_MS).toISOString();
  const go = (part: ChangesSearch): void => {
    void router.navigate({
      to: '/dashboard/tasks/changes',
      search: { ...search, ...part },
      replace: true,
      resetScroll: false,
    });
  };
  function showThen(): void {
    const { project: projectId } = search;
    if (projectId === undefined) void router.navigate({ to: '/dashboard/tasks', search: { at: since } });
    else {
      const to = '/dashboard/projects/$projectId';
      void router.navigate({ to, params: { projectId }, search: { at: since } });
    }
  }
  return (
    <Page title={t`Tasks`} tabs={<TaskTabs shown="changes" />}>
      <div className={styles.bar}>
        <div role="group" aria-label={t`Period`} className={styles.periods}>
          {periods.map((one) => (
            <button key={one} type="button" aria-pressed={one === period} onClick={() => go({ period: one })}>
              {t(PERIOD_LABELS[one])}
            </button>
          ))}
        </div>
        <Switch
          label={t`Include my changes`}
          isChecked={search.by === 'everybody'}
          onChange={(isOn) => go({ by: isOn ? 'everybody' : undefined })}
        />
      </div>
      <p className={styles.since}>
        <Trans>
          Since <Timestamp at={since} />
        </Trans>
        {project !== undefined && (
          <>
            {' · '}
            <Trans>Only {project.name}</Trans>{' '}
            <button type="button" className={styles.link} onClick={() => go({ project: undefined })}>
              <Trans>Show all projects</Trans>
            </button>
          </>
        )}
        {' · '}
        <button type="button" className={styles.link} onClick={showThen}>
          <Trans>View as it was then</Trans>
        </button>
      </p>
      <ChangedTasks
        key={`${period} ${search.project} ${search.by}`}
        since={since}
        projectId={search.project}
        by={search.by ?? 'others'}
        onOpen={panel.open}
        hrefOf={panel.hrefOf}
      />
    </Page>
  );
}
