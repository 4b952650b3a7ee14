import type { Flow } from '@hearth/contracts/analytics/analytics';
import { Trans, useLingui } from '@lingui/react/macro';
import { Rows } from '#features/analytics/charts/rows.tsx';
import { csvPath } from '#features/analytics/figures/analytics.data.ts';
import type { Scope } from '#features/analytics/figures/period.ts';
import { formatHours, formatPercent } from '#features/analytics/figures/format-figures.ts';
import { describeStatuses } from '#features/tasks/index.ts';
import type { Requested } from '#platform/api/use-request.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { ChartCard } from './chart-card.tsx';
import { Legend } from './legend.tsx';
import { useDrilldown } from './drilldown.ts';
import styles from './cards.module.css';

interface FlowProps {
  scope: Scope;
  flow: Requested<Flow>;
}

/** Time that finished tasks spent in each status, and the share of active time. */
export function StatusTimeCard({ scope, flow }: FlowProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const openDrilldown = useDrilldown();
  const spans = flow.data?.timeInState ?? [];
  const { share = null, activeHours = 0, waitingHours = 0 } = flow.data?.efficiency ?? {};
  const nameOf = ({ statusId, name }: (typeof spans)[number]): string => {
    const status = store.row('status', statusId);
    return status === undefined ? name : (describeStatuses([status], t)[0]?.name ?? name);
  };
  const percent = formatPercent(share ?? 0);
  const sorted = spans.toSorted((a, b) => b.hours - a.hours);
  const show = (span: (typeof spans)[number]) => () =>
    openDrilldown({
      title: nameOf(span),
      metric: 'timeInStatus',
      statusId: span.statusId,
      days: { from: scope.from, to: scope.to },
    });
  return (
    <ChartCard
      id="status-time"
      title={t`Time in status`}
      hint={t`Where the time of finished tasks went until they were done.`}
      isHere={flow.data !== undefined}
      error={flow.error}
      onRetry={flow.reload}
      emptyText={spans.length === 0 ? t`No task was finished in these days.` : null}
      height={280}
      csv={csvPath(scope, '/flow')}
      figure={
        share !== null && (
          <p className={styles.figure}>
            <Trans>
              <strong className={styles.bigWords}>{percent}</strong> of the time was work, the rest waiting
            </Trans>
          </p>
        )
      }
      table={{
        head: [t`Status`, t`Time`, t`Kind`],
        rows: [
          ...sorted.map((span) => ({
            key: span.statusId,
            cells: [
              nameOf(span),
              { text: formatHours(span.hours), onOpen: show(span) },
              span.category === 'started' ? t`Work` : t({ message: 'Waiting', context: 'time of a task' }),
            ],
          })),
          { key: 'active', cells: [t`Work in all`, formatHours(activeHours), t`Work`] },
          {
            key: 'waiting',
            cells: [
              t`Waiting in all`,
              formatHours(waitingHours),
              t({ message: 'Waiting', context: 'time of a task' }),
            ],
          },
        ],
      }}
      foot={
        <Legend
          items={[
            ['full', t`Work`],
            ['striped', t({ message: 'Waiting', context: 'time of a task' })],
          ]}
        />
      }
    >
      <Rows
        label={t`Bar chart. The most time went into ${sorted[0] === undefined ? '–' : nameOf(sorted[0])}.`}
        rows={sorted.slice(0, 8).map((span) => ({
          key: span.statusId,
          name: nameOf(span),
          value: span.hours,
          text: formatHours(span.hours),
          isStriped: span.category !== 'started',
          onOpen: show(span),
        }))}
      />
    </ChartCard>
  );
}

/** The tasks that other tasks blocked for the longest time. */
export function BlockersCard({ scope, flow, openTask }: FlowProps & { openTask: (taskId: string) => void }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const openDrilldown = useDrilldown();
  const tasks = flow.data?.blocked.tasks ?? [];
  const hours = flow.data?.blocked.hours ?? 0;
  const time = formatHours(hours);
  const nameOf = (taskId: string): string => store.row('task', taskId)?.title ?? t`A task`;
  const showAll = () =>
    openDrilldown({ title: t`Blocked`, metric: 'blocked', days: { from: scope.from, to: scope.to } });
  return (
    <ChartCard
      id="blockers"
      title={t`Blocked work`}
      hint={t`Tasks that waited for another the longest in these days.`}
      isHere={flow.data !== undefined}
      error={flow.error}
      onRetry={flow.reload}
      emptyText={tasks.length === 0 ? t`Nothing was blocked in these days.` : null}
      height={280}
      csv={csvPath(scope, '/flow')}
      figure={
        <p className={styles.figure}>
          <Trans>
            <button type="button" className={styles.big} onClick={showAll}>
              {time}
            </button>{' '}
            of waiting in all
          </Trans>
        </p>
      }
      table={{
        head: [t`Task`, t`Blocked for`],
        rows: tasks.map(({ taskId, hours: own }) => ({
          key: taskId,
          cells: [{ text: nameOf(taskId), onOpen: () => openTask(taskId) }, formatHours(own)],
        })),
      }}
    >
      <Rows
        label={t`Bar chart. ${formatHours(hours)} blocked in all.`}
        rows={tasks.slice(0, 6).map(({ taskId, hours: own }) => ({
          key: taskId,
          name: nameOf(taskId),
          value: own,
          text: formatHours(own),
          isStriped: true,
          onOpen: () => openTask(taskId),
        }))}
      />
    </ChartCard>
  );
}
