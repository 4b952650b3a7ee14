// @vitest-environment jsdom
import { addDays } from '@hearth/contracts/core/days';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { ok } from '#testing/page-server.ts';
import { openApp } from '#testing/render-app.tsx';
import { PAID } from '#testing/subscriptions.ts';

// Burndown and due-date probability on a project's page.

// Preloads code that the app loads on demand so that the first test does not wait for the compiler.
beforeAll(async () => void (await import('#features/analytics/piece-outlook.tsx')), 60_000);

// Today in the team's time zone, which is UTC.
const TODAY = new Date().toISOString().slice(0, 10);
const TASK = { id: 'a', key: 'WEB-1', title: 'Draft the page', projectId: 'website', hours: null, at: null };
const forecast = { p50: '2027-01-10', p85: '2027-01-20', p95: '2027-01-30', basedOnWeeks: 12, asOf: TODAY };
const YESTERDAY = addDays(TODAY, -1);
const burn = {
  unit: 'tasks',
  from: YESTERDAY,
  to: TODAY,
  startScope: 2,
  days: [
    { day: YESTERDAY, scope: 2, added: 2, removed: 0, done: 0, ideal: 2 },
    { day: TODAY, scope: 3, added: 1, removed: 0, done: 1, ideal: 0 },
  ],
};

test.each([
  [0, 'Under 1%'],
  [42, '42%'],
  [100, 'Over 99%'],
])('shows a probability of %i percent as %s and links figures to their tasks', async (percent, expected) => {
  const { user, server } = await openApp({
    at: '/projects/website/overview',
    prepare(page) {
      page.subscription = PAID;
      page.handlers.set('GET /analytics/tasks', () => ok({ tasks: [TASK], nextCursor: null }));
      page.handlers.set('GET /analytics/burn', () => ok({ burn }));
      const odds = { due: TODAY, open: 2, percent, forecast };
      page.handlers.set('GET /analytics/odds', () => ok({ odds }));
    },
  });
  const chart = within(await screen.findByRole('region', { name: 'Burndown' }));
  await chart.findByText(expected);
  await user.click(chart.getByRole('button', { name: 'Burndown: show as a table' }));
  await user.click(
    within(chart.getAllByRole('row')[2] as HTMLElement).getAllByRole('button')[2] as HTMLElement,
  );
  const panel = within(await screen.findByRole('complementary', { name: /^Remaining, / }));
  await panel.findByRole('link', { name: /WEB-1/ });
  expect(
    server.requests.some((one) =>
      one.includes(`/analytics/tasks?metric=scopeLeft&day=${TODAY}&projectId=website`),
    ),
  ).toBe(true);
  await user.click(chart.getByRole('button', { name: 'Points' }));
  await waitFor(() =>
    expect(server.requests.some((one) => /\/analytics\/burn\?projectId=website&unit=points/.test(one))).toBe(
      true,
    ),
  );
});
