// @vitest-environment jsdom
import type { CommandContext } from '@hearth/contracts/assistant/command-values';
import { understand } from '@hearth/contracts/assistant/grammar/understand';
import { LOCALES } from '@hearth/contracts/core/locales';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { chooseLocale, startTexts } from '#platform/texts/texts.ts';
import { useSuggestions } from './use-suggestions.ts';

afterEach(async () => {
  cleanup();
  await chooseLocale('en');
});

const context: CommandContext = {
  today: '2026-11-18',
  timeZone: 'UTC',
  // The language is recognized by the message itself.
  locale: 'en',
  me: 'ada',
  people: [{ id: 'ada', name: 'Ada' }],
  projects: [],
  statuses: [],
  labels: [],
  taskTypes: [],
  documents: [],
  tasks: [],
  mayMakeLabels: true,
  estimateUnit: 'points',
  teamKey: 'NO',
  lastTasks: [],
  lastCommand: null,
};
const ALL = [
  { overdue: 2, today: 1, hasTasks: true },
  { overdue: 0, today: 0, hasTasks: true },
];

test.each(LOCALES)('suggests messages that the assistant understands in the language %s', async (locale) => {
  await startTexts();
  await chooseLocale(locale);
  const texts = ALL.flatMap((state) => {
    const { result } = renderHook(() => useSuggestions(state), {
      wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
    });
    return result.current.map(({ text }) => text);
  });
  const understood = [...new Set(texts)].map((text) => {
    const result = understand(text, context);
    return { language: result.language, command: result.kind === 'commands' ? result.commands[0] : null };
  });
  expect(understood).toMatchObject(
    [
      ['ask', 'tasks'],
      ['ask', 'tasks'],
      ['report', 'standup'],
      ['ask', 'changedSince'],
      ['ask', 'workload'],
      ['ask', 'tasks'],
      ['control', 'help'],
    ].map(([family, act]) => ({ language: locale, command: { family, act } })),
  );
});
