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
import { shownShortcut, type Action } from '#platform/actions.ts';
import { useHasPaidPlan } from '#platform/subscription.ts';

export interface Place {
  action: Action;
  to: NonNullable<LinkProps['to']>;
  /** Only there for a team with a paid plan. */
  isOfPaidPlan?: true;
}

/** Every place of the app, with the two keys that lead there: G, then its letter. */
export const PLACES: readonly Place[] = [
  {
    to: '/dashboard',
    action: {
      id: 'go.home',
      title: msg`Go to home`,
      group: 'places',
      icon: IconHome,
      keywords: msg`overview start dashboard`,
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
      keywords: msg`reports charts figures`,
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
      keywords: msg`people invite roles`,
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
      keywords: msg`all issues`,
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
      keywords: msg`assigned to me tasks today overdue`,
      shortcuts: ['g i'],
    },
  },
  {
    to: '/dashboard/tasks/changes',
    action: {
      id: 'go.changes',
      title: msg`Go to what changed`,
      group: 'places',
      icon: IconHistory,
      keywords: msg`activity news last visit history`,
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
      keywords: msg`pages notes knowledge`,
      shortcuts: ['g d'],
    },
  },
  {
    to: '/dashboard/trash',
    action: {
      id: 'go.trash',
      title: msg`Go to the trash`,
      group: 'places',
      icon: IconTrash,
      keywords: msg`deleted restore`,
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
      keywords: msg`preferences appearance sessions`,
      shortcuts: ['g s'],
    },
  },
  {
    to: '/dashboard/upgrade',
    action: {
      id: 'go.upgrade',
      title: msg`Go to the plan`,
      group: 'places',
      icon: IconSparkles,
      keywords: msg`upgrade pro price limits billing`,
      shortcuts: ['g u'],
    },
  },
];

/** The places that the present team's plan has. */
export function usePlaces(): readonly Place[] {
  const hasPaidPlan = useHasPaidPlan();
  return hasPaidPlan ? PLACES : FREE_PLACES;
}

const FREE_PLACES = PLACES.filter(({ isOfPaidPlan }) => isOfPaidPlan !== true);

/** The keys that lead to an address, for the hint beside its name. */
export function findPlaceShortcut(to: Place['to']): string | undefined {
  const place = PLACES.find((one) => one.to === to);
  return place && shownShortcut(place.action);
}
