// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { addDays } from '@hearth/contracts/core/days';
import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeBusyFigures, makeFigures, makeFlow } from '#testing/analytics-figures.ts';
import { ok, refuse, type PageServer } from '#testing/page-server.ts';
import { openApp, type Opened } from '#testing/render-app.tsx';
import { PAID, TRIAL } from '#testing/subscriptions.ts';

// Analytics: findings, charts with their tables, and the tasks behind a figure. The free plan shows a single figure.

// Preloads code that the app loads on demand so that the first test does not wait for the compiler.
beforeAll(async () => void (await import('#features/analytics/analytics-page.tsx')), 60_000);

// Today in the team's time zone, which is UTC.
const TODAY = new Date().toISOString().slice(0, 10);
const FORECAST = { p50: '2027-01-10', p85: '2027-01-20', p95: '2027-01-30', basedOnWeeks: 12, asOf: TODAY };
const BEHIND = [
  { id: 'a', key: 'WEB-1', title: 'Draft the page', projectId: 'website', hours: 30, at: null },
  { id: 'b', key: 'WEB-2', title: 'Choose a font', projectId: 'website', hours: 4, at: null },
];

/** Responds to all requests of the screen for a busy team. */
function answerAll(server: PageServer): void {
  const respond = (path: string, body: unknown) =>
    server.handlers.set(`GET /analytics${path}`, () => ok(body));
  const days = Array.from({ length: 84 }, (_, at) => addDays(TODAY, at - 83));
  respond('', { analytics: makeBusyFigures(days[0] ?? TODAY, TODAY) });
  respond('/flow', { flow: makeFlow(TODAY) });
  respond('/annotations', { annotations: [], nextCursor: null });
  respond('/forecast', { forecast: FORECAST });
  respond('/forecast/record', { record: { known: 4, waiting: 1, heldP50: 2, heldP85: 3, heldP95: 4 } });
  respond('/workload', {
    workload: {
      weeks: [TODAY, addDays(TODAY, 7)],
      people: [
        {
          userId: 'ada',
          weeks: [
            { planned: 12, capacity: 8 },
            { planned: 3, capacity: 8 },
          ],
        },
      ],
    },
  });
  respond('/tasks', { tasks: BEHIND, nextCursor: null });
  respond('/schedule', { schedule: null });
}

async function openAnalytics(
  prepare: (server: PageServer) => void = () => undefined,
  { role, width, at = '' }: { role?: TeamRole; width?: 'phone'; at?: string } = {},
): Promise<Opened> {
  return openApp({
    at: `/analytics${at}`,
    ...(role === undefined ? {} : { role }),
    ...(width === undefined ? {} : { width }),
    prepare(server) {
      server.subscription = PAID;
      answerAll(server);
      prepare(server);
    },
  });
}

const card = async (name: string) => within(await screen.findByRole('region', { name }));
const rowsOf = (table: HTMLElement): string[][] =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('page of a busy team', () => {
  test('shows the findings and moves focus to the chart of a finding', async () => {
    const { user } = await openAnalytics();
    const findings = await card('Findings');
    const danger = await findings.findByRole('link', {
      name: /^1 of 2 tasks in progress is in danger today/,
    });
    findings.getByText(/^36 tasks were finished/);
    findings.getByText('9 of 12 due dates were met (75%).');
    await user.click(danger);
    expect(document.activeElement?.textContent).toBe('In danger today');
  });

  test.each([
    ['Throughput', ['Days', 'Finished', 'Created'], 12, ['3', '4']],
    [
      'Cumulative flow',
      ['Day', 'Done', 'In progress', 'Not started', 'Backlog', 'Cancelled'],
      84,
      ['35', '5', '9', '9', '1'],
    ],
    ['Cycle time', ['Task', 'Finished', 'Cycle time', 'Lead time'], 3, null],
    ['Forecast', ['Odds', 'Done by'], 3, ['10 Jan 2027']],
    ['In danger today', ['Task', 'Age', 'Standing'], 2, ['9 days', 'In danger']],
    ['Due dates', ['Due date', 'Tasks'], 3, ['9']],
    ['Rework', ['Work', 'Tasks'], 2, ['36']],
    ['Time in status', ['Status', 'Time', 'Kind'], 4, ['11 days', 'Waiting']],
    ['Blocked work', ['Task', 'Blocked for'], 1, ['2.1 days']],
  ])('shows the data of %s as a table', async (name, head, count, first) => {
    const { user } = await openAnalytics();
    const chart = await card(name);
    await user.click(await chart.findByRole('button', { name: `${name}: show as a table` }));
    const [heads, ...rows] = rowsOf(chart.getByRole('table', { name }));
    expect(heads).toEqual(head);
    expect(rows).toHaveLength(count);
    if (first !== null) expect(rows[0]?.slice(1)).toEqual(first);
    await user.click(chart.getByRole('button', { name: `${name}: show the chart` }));
    expect(chart.getAllByRole('img')[0]?.getAttribute('aria-label')).not.toBe('');
  });

  test('provides a text alternative for a chart and keyboard access to the tasks behind a figure', async () => {
    const { user, server } = await openAnalytics();
    const chart = await card('Throughput');
    await chart.findByRole('img', { name: /^Bar chart\. 36 finished, 48 created in all/ });
    chart.getByRole('group', { name: /^Walk through the chart/ }).focus();
    await user.keyboard('{End}{Enter}');
    const panel = within(await screen.findByRole('complementary', { name: /^Finished, / }));
    await panel.findByRole('link', { name: /WEB-1.*Draft the page.*30 hours/ });
    expect(server.requests.some((one) => /analytics\/tasks\?metric=throughput&from=.*&to=/.test(one))).toBe(
      true,
    );
  });

  test('labels an overloaded person in the table', async () => {
    const { user } = await openAnalytics();
    const chart = await card('Workload');
    await user.click(await chart.findByRole('button', { name: 'Workload: show as a table' }));
    chart.getByText('12 of 8, too much');
    chart.getByText('3 of 8');
  });

  test('requests new figures when the period or the project changes', async () => {
    const { user, server } = await openAnalytics();
    await card('Throughput');
    await user.click(screen.getByRole('button', { name: '4 weeks' }));
    const sends = (what: RegExp) => () => expect(server.requests.some((one) => what.test(one))).toBe(true);
    await waitFor(sends(new RegExp(`/analytics\\?from=${addDays(TODAY, -27)}&to=${TODAY}`)));
    await waitFor(sends(new RegExp(`/analytics\\?from=${addDays(TODAY, -55)}&to=${addDays(TODAY, -28)}`)));
    await user.click(screen.getByRole('button', { name: /^Project:/ }));
    await user.click(await screen.findByRole('option', { name: 'Website' }));
    await waitFor(sends(/\/analytics\?from=.*&projectId=website/));
    expect(location.search).toBe('?period=4w&project=website');
  });

  test('adds a note and shows the note in a chart', async () => {
    const note = { id: 'n', day: TODAY, text: 'Release 2.0', projectId: null, createdBy: 'ada' };
    const { user, server } = await openAnalytics((page) =>
      page.handlers.set('POST /analytics/annotations', () => ok({ annotation: note })),
    );
    const chart = await card('Throughput');
    await user.click(screen.getByRole('button', { name: 'Notes in the charts' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Notes in the charts' }));
    await user.type(dialog.getByRole('textbox', { name: 'What happened' }), 'Release 2.0');
    await user.click(dialog.getByRole('button', { name: 'Add note' }));
    await dialog.findByText('Release 2.0');
    expect(server.recordedRequests.at(-1)).toEqual({
      what: 'POST /analytics/annotations',
      body: { day: TODAY, text: 'Release 2.0', projectId: null },
    });
    await waitFor(() => chart.getByText(/Release 2\.0$/));
  });
});

describe('page with incomplete data', () => {
  test('shows an empty state without figures', async () => {
    await openAnalytics((page) =>
      page.handlers.set('GET /analytics', () => ok({ analytics: makeFigures() })),
    );
    await screen.findByRole('heading', { name: 'Nothing to show for these days' });
  });

  test('shows messages for sparse data and for missing forecast history', async () => {
    await openAnalytics((page) => {
      const throughput = [{ day: TODAY, tasks: 2 }];
      page.handlers.set('GET /analytics', () =>
        ok({ analytics: makeFigures({ from: TODAY, to: TODAY, throughput }) }),
      );
      page.handlers.set('GET /analytics/forecast', () => refuse(422, 'INVALID_STATE'));
    });
    await screen.findByText(/^Few tasks were finished in these days/);
    const forecast = await card('Forecast');
    await forecast.findByText('Not enough history yet');
    await (await card('In danger today')).findByText('No task is in progress.');
  });

  test('keeps the other charts when a chart fails, and retries the failed chart', async () => {
    let isBroken = true;
    const { user } = await openAnalytics((page) =>
      page.handlers.set('GET /analytics/flow', () =>
        isBroken ? refuse(500, 'INTERNAL') : ok({ flow: makeFlow(TODAY) }),
      ),
    );
    const chart = await card('Time in status');
    isBroken = false;
    await user.click(await chart.findByRole('button', { name: 'Try again' }));
    await chart.findByRole('img');
    await (await card('Throughput')).findByRole('img');
  });
});

describe('weekly report', () => {
  const SCHEDULE = {
    weekday: 1,
    hour: 9,
    projectId: null,
    savesDocument: false,
    recipientIds: ['ada'],
    nextAt: `${TODAY}T09:00:00.000Z`,
    createdBy: 'ada',
  };
  const openDialog = async ({ user }: Opened) => {
    await user.click(await screen.findByRole('button', { name: 'Email weekly' }));
    return within(await screen.findByRole('dialog', { name: 'Email weekly' }));
  };

  test('lists the figures of the week and ignores the filter', async () => {
    await openAnalytics(undefined, { at: '?report=true&filter=priority:urgent' });
    await screen.findByRole('heading', { level: 1, name: 'Weekly report' });
    const table = await screen.findByRole('table', { name: 'The week in figures' });
    expect(rowsOf(table).map(([name]) => name)).toEqual([
      'Figure',
      'Finished',
      'Created',
      'Cycle time, 85%',
      'Lead time, half of them',
      'Due dates met',
      'Late',
      'Reopened',
    ]);
    screen.getByText('The report ignores the filter.');
    screen.getByRole('button', { name: 'Print' });
  });

  test('saves the report as a document in the user’s language', async () => {
    const report = { from: TODAY, to: TODAY, language: 'en', title: 'Weekly report', markdown: '- Done: 3' };
    const { user, server } = await openAnalytics(
      (page) => page.handlers.set('GET /analytics/report', () => ok({ report })),
      { at: '?report=true' },
    );
    await user.click(await screen.findByRole('button', { name: 'Save as document' }));
    await waitFor(() =>
      expect(server.recordedRequests.at(-1)).toEqual({
        what: 'POST /documents',
        body: expect.objectContaining({ title: 'Weekly report', icon: '📊', markdown: '- Done: 3' }),
      }),
    );
    expect(server.requests.some((one) => one.includes('/analytics/report?language=en'))).toBe(true);
    await waitFor(() => expect(location.pathname).toMatch(/\/documents\//));
  });

  test('saves a weekly schedule with the chosen day, and deletes the schedule on request', async () => {
    const opened = await openAnalytics(
      (page) => {
        page.handlers.set('PUT /analytics/schedule', () => ok({ schedule: SCHEDULE }));
        page.handlers.set('DELETE /analytics/schedule', () => ({ status: 204, body: undefined }));
      },
      { at: '?report=true' },
    );
    const { user, server } = opened;
    const dialog = await openDialog(opened);
    await user.click(dialog.getByRole('button', { name: /^Day:/ }));
    await user.click(await screen.findByRole('option', { name: 'Friday' }));
    await user.click(dialog.getByRole('switch', { name: /^Keep as documents/ }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Schedule saved');
    const { nextAt: _at, createdBy: _by, ...chosen } = SCHEDULE;
    expect(server.recordedRequests.at(-1)).toEqual({
      what: 'PUT /analytics/schedule',
      body: { ...chosen, weekday: 5, savesDocument: true },
    });
    await user.click((await openDialog(opened)).getByRole('button', { name: 'Stop sending' }));
    await screen.findByText('The report is no longer sent');
  });

  test('lets a recipient unsubscribe and then hides the schedule', async () => {
    const opened = await openAnalytics(
      (page) => {
        page.handlers.set('GET /analytics/schedule', () => ok({ schedule: SCHEDULE }));
        page.handlers.set('DELETE /analytics/schedule/me', () => ({ status: 204, body: undefined }));
      },
      { at: '?report=true', role: 'member' },
    );
    const dialog = await openDialog(opened);
    dialog.getByText(/every week: Monday, 9:00/);
    opened.server.handlers.set('GET /analytics/schedule', () =>
      ok({ schedule: { ...SCHEDULE, recipientIds: [] } }),
    );
    await opened.user.click(dialog.getByRole('button', { name: 'Stop sending it to me' }));
    await screen.findByText('You no longer get the weekly report');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Email weekly' })).toBeNull());
  });
});

test('shows the charts on phones', async () => {
  await openAnalytics(undefined, { width: 'phone' });
  await (await card('Throughput')).findByRole('img');
  await (await card('Workload')).findByRole('img');
});

describe('analytics on the free plan', () => {
  async function openPreview(role: TeamRole): Promise<Opened> {
    return openApp({
      at: '/analytics',
      role,
      prepare(server) {
        server.subscription = TRIAL;
        const throughput = [
          { day: addDays(TODAY, -3), tasks: 4 },
          { day: TODAY, tasks: 1 },
        ];
        server.handlers.set('GET /analytics/preview', () => ok({ preview: { throughput } }));
      },
    });
  }

  test('shows one real figure of the team and links to the plans', async () => {
    const { server } = await openPreview('owner');
    const own = await card('Finished in the last 30 days');
    await own.findByText('5');
    own.getByRole('img', { name: 'Bar chart of the last 30 days: 5 finished.' });
    const offer = await card('Analytics is part of Pro');
    expect(offer.getByRole('link', { name: 'See what’s in Pro' }).getAttribute('href')).toBe(
      '/dashboard/upgrade',
    );
    expect(screen.queryByRole('link', { name: 'Analytics' })).toBeNull();
    expect(server.requests.filter((one) => /analytics(?!\/preview)/.test(one))).toEqual([]);
  });

  test('lets a member ask the owner to upgrade', async () => {
    const { user, server } = await openPreview('member');
    await user.click(
      await (await card('Analytics is part of Pro')).findByRole('button', { name: 'Ask the owner' }),
    );
    await screen.findByText(/^Asked\./);
    expect(server.recordedRequests.at(-1)?.what).toBe('POST /subscription/ask-owner');
  });
});
