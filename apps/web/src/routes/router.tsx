import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  retainSearchParams,
} from '@tanstack/react-router';
import { readAddressSearch, type AddressSearch } from '#features/views/index.ts';
import { readPageSetting } from '#platform/page/page-settings.ts';
import { auth } from '#platform/session/session.ts';
import { loadChunk } from '#ui/lazy/load-chunk.ts';
import { LoadingDots } from '#ui/feedback/loading.tsx';
import type { PaymentAddress } from './plans/payment-address.ts';
import type { SearchAddress } from './search/search-address.ts';
import { readChangesSearch } from './tasks/changes-search.ts';
import { readAnalyticsSearch } from './team/analytics-search.ts';
import { requireSignedOut, requireSignedIn, requireTeam } from './sign-in/route-guard.ts';
import { printSearch } from './address/print-search.ts';
import { reportScreens } from './address/report-screens.ts';
import { ErrorScreen } from './error-pages/error-screen.tsx';
import { readPastMoment } from './address/use-moment.ts';

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const loadDashboard = () => loadChunk(() => import('./dashboard-screens.ts'));

const loadQuietScreens = () => loadChunk(() => import('./quiet-screens.ts'));

const loadDocuments = () => loadChunk(() => import('./documents/document-screens.ts'));

const loadProjectParts = () => loadChunk(() => import('./projects/project-part-screens.ts'));

const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: lazyRouteComponent(loadQuietScreens, 'NotFoundScreen'),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin',
  validateSearch: (search): { next?: string } => ({ next: readText(search['next']) }),
  beforeLoad: requireSignedOut,
  component: lazyRouteComponent(
    () => loadChunk(() => import('./sign-in/sign-in-screen.tsx')),
    'SignInScreen',
  ),
});

const popupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/popup',
  component: lazyRouteComponent(() => loadChunk(() => import('./sign-in/popup-screen.tsx')), 'PopupScreen'),
});

const createTeamRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/teams/create',
  beforeLoad: ({ location }) => requireSignedIn(location.href),
  component: lazyRouteComponent(
    () => loadChunk(() => import('./sign-in/create-team-screen.tsx')),
    'CreateTeamScreen',
  ),
});

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite/$link/join',
  component: lazyRouteComponent(() => loadChunk(() => import('./sign-in/invite-screen.tsx')), 'InviteScreen'),
});

/** Web share target: content shared from a phone. */
const shareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/share',
  beforeLoad: async () => (await loadChunk(() => import('./share/share.ts'))).takeShared(),
});

/** Component gallery for developers. */
const devUiRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dev/ui',
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's API for a page that does not exist
    if (readPageSetting('dev-tools') !== 'on') throw notFound();
  },
  component: lazyRouteComponent(() => loadChunk(() => import('./dev-ui/dev-ui-screen.tsx')), 'DevUiScreen'),
});

const paymentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment/onboarding',
  // Validated by the lazy-loaded screen.
  validateSearch: (search): PaymentAddress => search,
  component: lazyRouteComponent(
    () => loadChunk(() => import('./plans/payment-onboarding-screen.tsx')),
    'PaymentOnboardingScreen',
  ),
});

/**
 * `task` opens the task's panel over the current screen. `full` opens it as a full page. `comment` scrolls to that comment. `at` selects a
 * past timestamp. `team` switches to that team.
 */
const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  validateSearch: (search): { task?: string; comment?: string; full?: true; at?: string; team?: string } => ({
    team: readText(search['team']),
    task: readText(search['task']),
    comment: readText(search['comment']),
    full: search['full'] === true || undefined,
    at: readPastMoment(search['at']),
  }),
  search: { middlewares: [retainSearchParams(['at'])] },
  beforeLoad: async ({ location, search }) => {
    requireSignedIn(location.href);
    await requireTeam();
    // In the chunk that is loaded next anyway. Sign-in therefore does not wait for it.
    if (search.team !== undefined) await (await loadDashboard()).enterTeam(search.team, location);
  },
  component: lazyRouteComponent(loadDashboard, 'DashboardScreen'),
  notFoundComponent: lazyRouteComponent(loadQuietScreens, 'NotFoundInFrame'),
});

/** Error boundary that keeps the frame when a screen fails. */
const inFrame = {
  getParentRoute: () => dashboardRoute,
  errorComponent: lazyRouteComponent(loadDashboard, 'ErrorInFrame'),
};

const overviewRoute = createRoute({
  ...inFrame,
  path: '/',
  // Validated by the lazy-loaded screen.
  validateSearch: (search): { thread?: unknown } => search,
  component: lazyRouteComponent(
    () => loadChunk(() => import('./overview/overview-screen.tsx')),
    'OverviewScreen',
  ),
});

const membersRoute = createRoute({
  ...inFrame,
  path: '/members',
  validateSearch: (search): { person?: string } => ({ person: readText(search['person']) }),
  component: lazyRouteComponent(() => loadChunk(() => import('./team/members-screen.tsx')), 'MembersScreen'),
});

const projectsRoute = createRoute({
  ...inFrame,
  path: '/projects',
  component: lazyRouteComponent(
    () => loadChunk(() => import('./projects/projects-screen.tsx')),
    'ProjectsScreen',
  ),
});

const projectRoute = createRoute({
  ...inFrame,
  path: '/projects/$projectId',
  validateSearch: (search): AddressSearch => readAddressSearch(search, 'project'),
  // Remount for another project to avoid carrying over the scroll position or open state.
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(loadDashboard, 'ProjectScreen'),
});

const projectOverviewRoute = createRoute({
  ...inFrame,
  path: '/projects/$projectId/overview',
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(loadProjectParts, 'ProjectOverviewScreen'),
});

const projectCyclesRoute = createRoute({
  ...inFrame,
  path: '/projects/$projectId/cycles',
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(loadProjectParts, 'ProjectCyclesScreen'),
});

const projectTriageRoute = createRoute({
  ...inFrame,
  path: '/projects/$projectId/triage',
  remountDeps: ({ params }) => params,
  component: lazyRouteComponent(loadProjectParts, 'ProjectTriageScreen'),
});

const tasksRoute = createRoute({
  ...inFrame,
  path: '/tasks',
  validateSearch: (search): AddressSearch => readAddressSearch(search, 'team'),
  component: lazyRouteComponent(loadDashboard, 'TasksScreen'),
});

const myWorkRoute = createRoute({
  ...inFrame,
  path: '/tasks/mine',
  component: lazyRouteComponent(() => loadChunk(() => import('./tasks/my-work-screen.tsx')), 'MyWorkScreen'),
});

const changesRoute = createRoute({
  ...inFrame,
  path: '/tasks/changes',
  validateSearch: readChangesSearch,
  component: lazyRouteComponent(() => loadChunk(() => import('./tasks/changes-screen.tsx')), 'ChangesScreen'),
});

const analyticsRoute = createRoute({
  ...inFrame,
  path: '/analytics',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(loadQuietScreens, 'AnalyticsScreen'),
});

const documentsRoute = createRoute({
  ...inFrame,
  path: '/documents',
  component: lazyRouteComponent(loadDocuments, 'DocumentsScreen'),
});

const documentRoute = createRoute({
  ...inFrame,
  path: '/documents/$documentId',
  component: lazyRouteComponent(loadDocuments, 'DocumentScreen'),
});

const searchRoute = createRoute({
  ...inFrame,
  path: '/search',
  // Validated by the lazy-loaded screen.
  validateSearch: (search): { [name in keyof SearchAddress]?: unknown } => search,
  component: lazyRouteComponent(() => loadChunk(() => import('./search/search-screen.tsx')), 'SearchScreen'),
});

const upgradeRoute = createRoute({
  ...inFrame,
  path: '/upgrade',
  component: lazyRouteComponent(loadQuietScreens, 'UpgradeScreen'),
});

const trashRoute = createRoute({
  ...inFrame,
  path: '/trash',
  component: lazyRouteComponent(() => loadChunk(() => import('./tasks/trash-screen.tsx')), 'TrashScreen'),
});

const settingsRoute = createRoute({
  ...inFrame,
  path: '/settings',
  component: lazyRouteComponent(
    () => loadChunk(() => import('./settings/settings-screen.tsx')),
    'SettingsScreen',
  ),
});

const settingsSectionRoute = createRoute({
  ...inFrame,
  path: '/settings/$section',
  loader: async ({ params }) => {
    const { findSettingsSection } = await import('./settings/settings-sections.ts');
    if (findSettingsSection(params.section) === undefined) throw notFound();
  },
  component: lazyRouteComponent(
    () => loadChunk(() => import('./settings/settings-screen.tsx')),
    'SettingsScreen',
  ),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signInRoute,
    popupRoute,
    createTeamRoute,
    inviteRoute,
    shareRoute,
    devUiRoute,
    paymentRoute,
    dashboardRoute.addChildren([
      overviewRoute,
      analyticsRoute,
      membersRoute,
      projectsRoute,
      projectRoute,
      projectOverviewRoute,
      projectCyclesRoute,
      projectTriageRoute,
      tasksRoute,
      myWorkRoute,
      changesRoute,
      documentsRoute,
      documentRoute,
      searchRoute,
      settingsRoute,
      settingsSectionRoute,
      upgradeRoute,
      trashRoute,
    ]),
  ]),
  stringifySearch: printSearch,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingDots,
  // Show the spinner only after this delay. For faster navigations it would flicker.
  defaultPendingMs: 300,
  defaultErrorComponent: ErrorScreen,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

reportScreens(router);

/** Scrolls to the top when the path changes, except to `/`. */
router.subscribe('onResolved', ({ pathChanged, toLocation }) => {
  if (pathChanged && toLocation.pathname !== '/') window.scrollTo(0, 0);
});

/** Reruns the guards after sign-out. */
let guardedUserId = auth.get().user?.id;
auth.subscribe(() => {
  const { user, isReady } = auth.get();
  if (!isReady || user?.id === guardedUserId) return;
  guardedUserId = user?.id;
  // After sign-in, the sign-in screen navigates itself. After sign-out, the guards must redirect.
  if (user === null) void router.invalidate();
});
