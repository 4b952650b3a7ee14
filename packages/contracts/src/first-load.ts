import { z } from 'zod';
import { user } from './auth/auth.ts';
import { subscription, type Subscription } from './billing/billing.ts';
import { id, nextCursor, teamRole } from './core/fields.ts';
import type { User } from './auth/auth.ts';
import type { TeamRole } from './permissions/permissions.ts';
import { defineRoute } from './core/route.ts';
import { syncPage, type SyncPage } from './sync.ts';
import { team, type Team } from './teams/teams.ts';

/** What a first screen needs, in one answer. */
export interface FirstLoad {
  user: User;
  teams: Team[];
  nextCursor: string | null;
  /** The team of the screen; null where the person is in none. */
  current: FirstTeam | null;
}

export interface FirstTeam {
  teamId: string;
  teamRole: TeamRole;
  subscription: Subscription;
  /** What the team has few of, and the work of the project or screen that was asked for; null without one, and where it is too much for one answer. */
  rows: SyncPage | null;
  /** What the screen says about work that is not among the rows; null where no rows of a screen are given. */
  figures: FirstFigures | null;
}

export interface FirstFigures {
  /** How many tasks are open in each project, triage aside; projects without any are left out. */
  openByProject: Record<string, number>;
  /** Whether the working set has any task, triage aside. */
  hasTasks: boolean;
}

/**
 * Screens over all projects whose work a first load can carry: home has the person's open tasks, `mine` also what they
 * gave to others. `document` has no work at all: what the team has few of, documents among it, is enough to open one.
 */
const FIRST_SCREENS = ['home', 'mine', 'document'] as const;
export type FirstScreen = (typeof FIRST_SCREENS)[number];

/** Limit of rows of a first load; a larger project or screen is loaded with everything else. */
export const MOST_FIRST_ROWS = 12_000;

export const firstLoadRoutes = [
  defineRoute({
    id: 'firstLoad.read',
    method: 'GET',
    path: '/first-load',
    summary:
      'Who is here, their teams, the plan and role in one of them, and the work of one project or screen',
    rule: { kind: 'session' },
    query: z.strictObject({
      /** Without it, the first of the teams. */
      teamId: id.optional(),
      projectId: id.optional(),
      /** Beside a project it says nothing. */
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
