import 'fake-indexeddb/auto';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import type { Locale } from '@hearth/contracts/core/locales';
import { afterEach, expect } from 'vitest';
import { guardCompositions } from '#platform/actions/composition-guard.ts';
import { hideToast } from '#platform/client-state/toasts.ts';
import { auth, NOBODY, session } from '#platform/session/session.ts';
import { teamsState } from '#platform/session/teams.ts';
import { startTexts } from '#platform/texts/texts.ts';
import { App } from '#routes/app.tsx';
import { router } from '#routes/router.tsx';
import { outline } from './outline.ts';
import { PageServer, type Rows } from './page-server.ts';
import { completeWindow, setWindow } from './page-window.ts';
import { makeMember, makeProjectRow, makeTeamRow, STATUSES } from './team-rows.ts';

// The whole app in a DOM: its router, its providers and a team store connected to a fake server.

export interface Opened {
  server: PageServer;
  user: UserEvent;
  /** Reloads the page with this browser's stored data. */
  reload: (at?: string) => Promise<void>;
}

export interface Opening {
  /** Path below /dashboard. A value with two leading slashes is an absolute path: the first slash is removed. */
  at?: string;
  /** The role of the user, Ada Moss. Null if signed out. */
  role?: TeamRole | null;
  rows?: Rows;
  /** The names of the teams, one per team. */
  teams?: readonly string[];
  width?: number | 'phone';
  locale?: Locale;
  /** Defines the server's responses before the first request. */
  prepare?: (server: PageServer) => void;
}

configure({
  // Only failing tests wait this long. They then print the page's content.
  asyncUtilTimeout: 10_000,
  getElementError: (message) => new Error(`${message ?? ''}\n${outline().slice(0, 6_000)}`),
});
completeWindow();
// Disabled: the router's pending timer would outlive a test that ends during navigation and set state without a window.
router.options.defaultPendingMs = Infinity;
// As in main.tsx.
guardCompositions();
const warn = console.warn.bind(console);
// Suppresses warnings about scroll containers. Whether an element can scroll depends on styles, and tests do not load styles.
console.warn = (...values: unknown[]) => {
  if (!String(values[0]).startsWith('Auto scrolling')) warn(...values);
};
const NO_TEAMS = teamsState.get();
let pages = 0;
let isRouterUsed = false;

/** Clears the page's in-memory state. It must not leak into the next page. */
function leave(): void {
  cleanup();
  hideToast();
  auth.set(NOBODY);
  teamsState.set(NO_TEAMS);
}

afterEach(() => {
  leave();
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = 'lang=; max-age=0; path=/';
  document.documentElement.removeAttribute('lang');
  document.documentElement.removeAttribute('dir');
});

/** Opens the app for Ada, with Bob in the same team, and a project named Website. */
export async function openApp(opening: Opening = {}): Promise<Opened> {
  const { at = '', role = 'owner', rows = {}, teams = ['North'], width, locale = 'en', prepare } = opening;
  pages += 1;
  setWindow(width ?? 1440);
  document.cookie = `lang=${locale}; path=/`;
  const server = new PageServer(
    {
      // Unique ids because data of earlier tests stays on this device.
      team: teams.map((name) => makeTeamRow({ _id: `${name.toLowerCase()}-${pages}`, name })),
      status: STATUSES,
      project: [makeProjectRow('website', { name: 'Website', key: 'WEB' })],
      ...rows,
      member: [makeMember('Ada Moss', role ?? 'owner'), makeMember('Bob Reed'), ...(rows.member ?? [])],
    },
    role === null ? '' : 'ada',
  );
  prepare?.(server);
  server.install();
  await begin(at);
  return {
    server,
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    async reload(elsewhere) {
      const entries = Object.entries(localStorage);
      leave();
      for (const [key, value] of entries) localStorage.setItem(key, String(value));
      await begin(elsewhere);
    },
  };
}

async function begin(at?: string): Promise<void> {
  if (at !== undefined) history.replaceState(null, '', at.startsWith('//') ? at.slice(1) : `/dashboard${at}`);
  await startTexts();
  void session.start();
  const wasOpened = isRouterUsed;
  isRouterUsed = true;
  render(<App />);
  if (!wasOpened) return;
  // The router is shared by all pages of a test file and re-evaluates its guards only when invalidated.
  await waitFor(() => expect(auth.get().isReady).toBe(true));
  void router.load();
}

/** Finds a control that opens a list. Its accessible name consists of its label and the chosen value. */
export function findPicker(label: string, value = ''): Promise<HTMLElement> {
  return screen.findByRole('button', { name: new RegExp(`^${label}:\\s*${value}`) });
}
