import type { FirstScreen } from '@hearth/contracts/first-load';
import type { PendingFirstLoad } from './platform/sync/opening/first-load.ts';

// Starts the first load before the app's code is loaded. For this reason, it imports nothing. On a screen behind the sign-in, it preloads
// the screens' chunks in addition to the first page's chunks. If this device has no local copy of the team, it also requests the first
// screen's data. platform/sync/opening/first-load.ts returns the response to the app.

const DOCUMENT = /^\/dashboard\/documents\/[0-9a-f-]{36}\/?$/;
const SCREENS: Partial<Record<string, FirstScreen>> = {
  '/dashboard': 'home',
  '/dashboard/tasks/mine': 'mine',
};

const page = window as Window & { hearthFirstLoad?: PendingFirstLoad | null };

/** Returns the team that the app will open, from this browser's stored session. */
function recallTeam(): string | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem('hearth:session') ?? 'null') as {
      teams?: { _id?: unknown }[];
    } | null;
    const teams = stored?.teams ?? [];
    const { _id } = teams[Number(localStorage.getItem('selectedTeamIndex') ?? 0)] ?? teams[0] ?? {};
    return typeof _id === 'string' ? _id : undefined;
  } catch {
    return undefined;
  }
}

function preloadScreens(isDocument: boolean): void {
  const { screens = '', document: more = '' } =
    document.querySelector<HTMLElement>('script[data-screens]')?.dataset ?? {};
  for (const href of (isDocument ? `${screens} ${more}` : screens).split(' ')) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
    document.head.append(link);
  }
}

/** Whether this device has a local copy of the team. Skipped without a stored session because there is then no copy. */
async function hasCopyOf(teamId: string): Promise<boolean> {
  const databases = await indexedDB.databases();
  return databases.some(({ name = '' }) => name.startsWith('hearth:') && name.endsWith(`:${teamId}`));
}

async function requestFirstLoad(
  projectId: string | undefined,
  screen: FirstScreen | undefined,
): Promise<unknown> {
  const teamId = recallTeam();
  // A local copy is shown immediately and catches up (stale-while-revalidate), so no rows are requested.
  if (teamId !== undefined && (await hasCopyOf(teamId))) return undefined;
  const origin = document.querySelector<HTMLMetaElement>('meta[name="api-origin"]')?.content ?? '';
  const query = new URLSearchParams({ form: 'columns' });
  if (teamId !== undefined) query.set('teamId', teamId);
  if (projectId !== undefined) query.set('projectId', projectId);
  if (screen !== undefined) query.set('screen', screen);
  const answer = await fetch(`${origin}/first-load?${query}`, {
    credentials: 'include',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(15_000),
  });
  return answer.ok ? await answer.json() : null;
}

if (!('hearthFirstLoad' in page) && location.pathname.startsWith('/dashboard')) {
  const [, projectId] = /^\/dashboard\/projects\/([0-9a-f-]{36})(?:\/|$)/.exec(location.pathname) ?? [];
  const isDocument = DOCUMENT.test(location.pathname);
  // A task panel over the document needs the team's tasks.
  const hasTask = new URLSearchParams(location.search).has('task');
  const screen = isDocument && !hasTask ? 'document' : SCREENS[location.pathname.replace(/\/$/, '')];
  preloadScreens(isDocument);
  page.hearthFirstLoad = { projectId, screen, answer: requestFirstLoad(projectId, screen).catch(() => null) };
}
