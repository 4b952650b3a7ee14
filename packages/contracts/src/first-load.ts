import { z } from 'zod';
import { user } from './auth/auth.ts';
import { subscription, type Subscription } from './billing/billing.ts';
import { id, nextCursor, teamRole } from './core/fields.ts';
import type { User } from './auth/auth.ts';
import type { TeamRole } from './permissions/permissions.ts';
import { defineRoute } from './core/route.ts';
import { syncPage, type SyncPage } from './sync.ts';
import { team, type Team } from './teams/teams.ts';

/** The data of the first screen, in one response. */
export interface FirstLoad {
  user: User;
  teams: Team[];
  nextCursor: string | null;
  /** The team shown on the screen. Null if the user has no team. */
  current: FirstTeam | null;
}

export interface FirstTeam {
  teamId: string;
  teamRole: TeamRole;
  subscription: Subscription;
  /**
   * The team's small collections, and the tasks of the requested project or screen. Null if neither was requested, or if the rows exceed
   * one response.
   */
  rows: SyncPage | null;
  /** Counts of tasks that are not among the rows. Null unless the rows belong to a screen. */
  figures: FirstFigures | null;
}

export interface FirstFigures {
  /** Open tasks per project, excluding triage. Projects without open tasks are omitted. */
  openByProject: Record<string, number>;
  /** Whether the working set contains any task outside triage and the sample project. */
  hasTasks: boolean;
}

/**
 * Screens across projects whose tasks fit into a first load. `home` has the user's open tasks. `mine` also has tasks that the user assigned
 * to others. `document` has no tasks: the team's small collections, which include documents, are sufficient.
 */
const FIRST_SCREENS = ['home', 'mine', 'document'] as const;
export type FirstScreen = (typeof FIRST_SCREENS)[number];

/** Maximum rows of a first load. Larger projects and screens are loaded by the full sync. */
export const MAX_FIRST_ROWS = 12_000;

export const firstLoadRoutes = [
  defineRoute({
    id: 'firstLoad.read',
    method: 'GET',
    path: '/first-load',
    summary:
      'Who is here, their teams, the plan and role in one of them, and the work of one project or screen',
    rule: { kind: 'session' },
    query: z.strictObject({
      /** Defaults to the first team. */
      teamId: id.optional(),
      projectId: id.optional(),
      /** Ignored if a project is given. */
      screen: z.enum(FIRST_SCREENS).optional(),
      /** As in `GET …/sync`. */
      form: z.enum(['columns']).optional(),
    }),
    replies: {
      200: z.strictObject({
        user,
        teams: z.array(team),
        nextCursor,
        current: z
          .strictObject({
            teamId: z.string(),
            teamRole,
            subscription,
            rows: syncPage.nullable(),
            figures: z
              .strictObject({ openByProject: z.record(z.string(), z.number().int()), hasTasks: z.boolean() })
              .nullable(),
          })
          .nullable(),
      }),
    },
    ids: { teamId: 'team', projectId: 'project' },
  }),
] as const;
