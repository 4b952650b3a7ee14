import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { auth } from '#platform/session.ts';
import { LoadingDots } from '#ui/loading.tsx';
import { requireNobody, requirePerson, requireTeam } from './guard.ts';
import { NotFoundScreen, TroubleScreen } from './trouble-screen.tsx';

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const loadDashboard = () => import('./dashboard-screens.ts');

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundScreen });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: requireNobody,
  component: lazyRouteComponent(() => import('./home-screen.tsx'), 'HomeScreen'),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin',
  validateSearch: (search): { next?: string } => ({ next: readText(search['next']) }),
  beforeLoad: requireNobody,
  component: lazyRouteComponent(() => import('./sign-in-screen.tsx'), 'SignInScreen'),
});

const popupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/popup',
  component: lazyRouteComponent(() => import('./popup-screen.tsx'), 'PopupScreen'),
});

const createTeamRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/teams/create',
  beforeLoad: ({ location }) => requirePerson(location.href),
  component: lazyRouteComponent(() => import('./create-team-screen.tsx'), 'CreateTeamScreen'),
});

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite/$link/join',
  component: lazyRouteComponent(() => import('./invite-screen.tsx'), 'InviteScreen'),
});

/** `task` opens the task's panel over whatever screen is shown. */
const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  validateSearch: (search): { task?: string } => ({ task: readText(search['task']) }),
  beforeLoad: async ({ location }) => {
    requirePerson(location.href);
    await requireTeam();
  },
  component: lazyRouteComponent(loadDashboard, 'DashboardScreen'),
});

const overviewRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/',
  component: lazyRouteComponent(loadDashboard, 'OverviewScreen'),
});

const membersRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/members',
  component: lazyRouteComponent(loadDashboard, 'MembersScreen'),
});

const projectsRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/projects',
  component: lazyRouteComponent(loadDashboard, 'ProjectsScreen'),
});

const projectRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/projects/$projectId',
  validateSearch: (search): { view?: 'list' } => (search['view'] === 'list' ? { view: 'list' } : {}),
  component: lazyRouteComponent(loadDashboard, 'ProjectScreen'),
});

const tasksRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/tasks',
  validateSearch: (search): { mine?: true } => (search['mine'] === true ? { mine: true } : {}),
  component: lazyRouteComponent(loadDashboard, 'TasksScreen'),
});

const trashRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/trash',
  component: lazyRouteComponent(() => import('./trash-screen.tsx'), 'TrashScreen'),
});

const settingsRoute = createRoute({
  getParentRoute: () => dashboardRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-screen.tsx'), 'SettingsScreen'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    signInRoute,
    popupRoute,
    createTeamRoute,
    inviteRoute,
    dashboardRoute.addChildren([
      overviewRoute,
      membersRoute,
      projectsRoute,
      projectRoute,
      tasksRoute,
      trashRoute,
      settingsRoute,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingDots,
  // Below this a change of screen shows nothing in between: dots for a tenth of a second only flicker.
  defaultPendingMs: 300,
  defaultErrorComponent: TroubleScreen,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Every change of screen but to home starts at the top. */
router.subscribe('onResolved', ({ pathChanged, toLocation }) => {
  if (pathChanged && toLocation.pathname !== '/') window.scrollTo(0, 0);
});

/** The guards look again whenever somebody comes or goes. */
let guardedUserId = auth.get().user?.id;
auth.subscribe(() => {
  const { user, isReady } = auth.get();
  if (!isReady || user?.id === guardedUserId) return;
  guardedUserId = user?.id;
  // Coming is followed by a navigation of the sign-in screen; going must leave the screen by itself.
  if (user === null) void router.invalidate();
});
