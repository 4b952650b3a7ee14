import { msg } from '@lingui/core/macro';
import {
  IconChartBar,
  IconChecklist,
  IconFileText,
  IconFolders,
  IconHistory,
  IconHome,
  IconSettings,
  IconSparkles,
  IconTrash,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { Action } from '#platform/actions/actions.ts';
import { useHasPaidPlan } from '#platform/session/subscription.ts';

interface Destination {
  action: Action;
  to: NonNullable<LinkProps['to']>;
  /** Whether the target is available only to teams with a paid plan. */
  isOfPaidPlan?: true;
}

/** Every navigation target of the app with its two-key shortcut: G and a letter. */
export const DESTINATIONS: readonly Destination[] = [
  {
    to: '/dashboard',
    action: {
      id: 'go.home',
      title: msg`Go to home`,
      group: 'places',
      icon: IconHome,
      shortcuts: ['g h'],
    },
  },
  {
    to: '/dashboard/analytics',
    isOfPaidPlan: true,
    action: {
      id: 'go.analytics',
      title: msg`Go to analytics`,
      group: 'places',
      icon: IconChartBar,
      shortcuts: ['g a'],
    },
  },
  {
    to: '/dashboard/members',
    action: {
      id: 'go.members',
      title: msg`Go to members`,
      group: 'places',
      icon: IconUsers,
      shortcuts: ['g m'],
    },
  },
  {
    to: '/dashboard/projects',
    action: {
      id: 'go.projects',
      title: msg`Go to projects`,
      group: 'places',
      icon: IconFolders,
      shortcuts: ['g p'],
    },
  },
  {
    to: '/dashboard/tasks',
    action: {
      id: 'go.tasks',
      title: msg`Go to tasks`,
      group: 'places',
      icon: IconChecklist,
      shortcuts: ['g t'],
    },
  },
  {
    to: '/dashboard/tasks/mine',
    action: {
      id: 'go.mine',
      title: msg`Go to my work`,
      group: 'places',
      icon: IconUserCheck,
      shortcuts: ['g i'],
    },
  },
  {
    to: '/dashboard/tasks/changes',
    action: {
      id: 'go.changes',
      title: msg`Go to changes`,
      group: 'places',
      icon: IconHistory,
      shortcuts: ['g w'],
    },
  },
  {
    to: '/dashboard/documents',
    action: {
      id: 'go.documents',
      title: msg`Go to documents`,
      group: 'places',
      icon: IconFileText,
      shortcuts: ['g d'],
    },
  },
  {
    to: '/dashboard/trash',
    action: {
      id: 'go.trash',
      title: msg`Go to trash`,
      group: 'places',
      icon: IconTrash,
      shortcuts: ['g x'],
    },
  },
  {
    to: '/dashboard/settings',
    action: {
      id: 'go.settings',
      title: msg`Go to settings`,
      group: 'places',
      icon: IconSettings,
      shortcuts: ['g s'],
    },
  },
  {
    to: '/dashboard/upgrade',
    action: {
      id: 'go.upgrade',
      title: msg`Go to plan`,
      group: 'places',
      icon: IconSparkles,
      shortcuts: ['g u'],
    },
  },
];

/** Returns the navigation targets available in the current team's plan. */
export function useDestinations(): readonly Destination[] {
  const hasPaidPlan = useHasPaidPlan();
  return hasPaidPlan ? DESTINATIONS : FREE_DESTINATIONS;
}

const FREE_DESTINATIONS = DESTINATIONS.filter(({ isOfPaidPlan }) => isOfPaidPlan !== true);

/** Returns the action that navigates to a route, for displaying its shortcut next to the route's name. */
export function findDestinationShortcut(to: Destination['to']): Action | undefined {
  return DESTINATIONS.find((one) => one.to === to)?.action;
}
