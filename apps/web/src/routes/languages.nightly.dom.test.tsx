// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { LOCALES, readDirection } from '@hearth/contracts/core/locales';
import { describe, expect, test } from 'vitest';
import { findEnglish } from '#testing/english-left.ts';
import { openApp } from '#testing/render-app.tsx';
import { makeProjectRow, makeTaskRow } from '#testing/team-rows.ts';

// No screen contains English text if another language is selected. Language selection, space for labels and arrow directions are tested in
// e2e/every-screen/languages.nightly.spec.ts.

const TITLE = 'Kysy jokaiselta toimittajalta';
const NOON = '2026-11-01T12:00:00.000Z';
const rows = {
  // Names of this team do not occur in the app's own messages.
  project: [makeProjectRow('website', { name: 'Kotisivu', key: 'KOT' })],
  task: [
    makeTaskRow('one', {
      title: TITLE,
      priority: 'urgent',
      startDate: '2026-01-02',
      dueDate: '2026-01-05',
      assigneeIds: ['ada', 'bob'],
      labelIds: ['ovet'],
      estimate: 3,
    }),
    makeTaskRow('two', { title: 'Vierekkäin', statusId: 'doing', parentId: 'one', siblingPosition: 'a0' }),
    makeTaskRow('three', { title: 'Ylläpito', statusId: 'done', closedAt: NOON }),
  ],
  label: [{ id: 'ovet', name: 'Ovet', color: 'teal' as const }],
  checklistItem: [{ id: 'i', taskId: 'one', title: 'Portaat', isDone: false, position: 'a0' }],
  comment: [],
};

const PLACES = [
  '',
  '/analytics',
  '/members',
  '/projects',
  '/projects/website',
  '/projects/website?view=list&rows=assignee',
  '/projects/website?view=table',
  '/projects/website?view=calendar',
  '/projects/website?view=timeline',
  '/projects/website?view=workload',
  '/projects/website?filter=priority-not:low,high;due:overdue/blocked:no',
  '/projects/website?task=one',
  '/projects/website/overview',
  '/tasks',
  '/tasks/mine',
  '/documents',
  '/upgrade',
  '/nowhere',
  '/settings/profile',
  '/settings/appearance',
  '/settings/language',
  '/settings/notifications',
  '/settings/team',
  '/settings/work',
  '/settings/billing',
  '/settings/help',
  '//payment/onboarding',
  '//payment/onboarding?plan=trial',
  '//payment/onboarding?plan=pro',
];

const OTHERS = LOCALES.filter((locale) => locale !== 'en');

describe.each(OTHERS)('language %s', (locale) => {
  test.each(PLACES)('shows no untranslated English on %s', async (at) => {
    await openApp({ at, rows, locale, width: locale === 'fr' || locale === 'es' ? 'phone' : 1440 });
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(screen.queryAllByRole('status', { busy: true })).toEqual([]));
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual([
      locale,
      readDirection(locale),
    ]);
    await waitFor(() => expect(findEnglish(locale)).toEqual([]), { timeout: 3_000 });
    expect(document.body.textContent).toMatch(/\p{L}{3}/u);
  });
});
