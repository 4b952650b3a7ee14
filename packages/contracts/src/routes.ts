import { authRoutes } from './auth.ts';
import { billingRoutes } from './billing.ts';
import { invitesRoutes } from './invites.ts';
import { membersRoutes } from './members.ts';
import { projectsRoutes } from './projects.ts';
import { syncRoutes } from './sync.ts';
import { statusesRoutes, tasksRoutes } from './tasks.ts';
import { teamsRoutes } from './teams.ts';
import { trashRoutes } from './trash.ts';

/** The whole surface, in one list: registration, OpenAPI, the typed client and the rights matrix are made from it. */
export const ROUTES = [
  ...authRoutes,
  ...billingRoutes,
  ...teamsRoutes,
  ...membersRoutes,
  ...invitesRoutes,
  ...projectsRoutes,
  ...statusesRoutes,
  ...tasksRoutes,
  ...trashRoutes,
  ...syncRoutes,
] as const;

export type AnyRoute = (typeof ROUTES)[number];
