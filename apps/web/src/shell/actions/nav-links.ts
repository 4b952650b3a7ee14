import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  IconChartBar,
  IconChecklist,
  IconFileText,
  IconFolders,
  IconHome,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { useHasPaidPlan } from '#platform/session/subscription.ts';

export interface NavLink {
  to:
    | '/dashboard'
    | '/dashboard/analytics'
    | '/dashboard/members'
    | '/dashboard/projects'
    | '/dashboard/tasks'
    | '/dashboard/documents';
  label: MessageDescriptor;
  icon: Icon;
}

const HOME: NavLink = { to: '/dashboard', label: msg`Home`, icon: IconHome };
const ANALYTICS: NavLink = { to: '/dashboard/analytics', label: msg`Analytics`, icon: IconChartBar };
const MEMBERS: NavLink = { to: '/dashboard/members', label: msg`Members`, icon: IconUsers };
const PROJECTS: NavLink = { to: '/dashboard/projects', label: msg`Projects`, icon: IconFolders };
const TASKS: NavLink = { to: '/dashboard/tasks', label: msg`Tasks`, icon: IconChecklist };
const DOCUMENTS: NavLink = { to: '/dashboard/documents', label: msg`Documents`, icon: IconFileText };

/** The sidebar links that every team has. */
export const SIDEBAR_LINKS: readonly NavLink[] = [HOME, MEMBERS, PROJECTS, TASKS, DOCUMENTS];
const PAID_SIDEBAR_LINKS: readonly NavLink[] = [HOME, ANALYTICS, MEMBERS, PROJECTS, TASKS, DOCUMENTS];
export const TAB_LINKS: readonly NavLink[] = [MEMBERS, PROJECTS, HOME, TASKS, DOCUMENTS];

/** Returns the sidebar links. Analytics is included only if the team's plan is loaded and not free. */
export function useSidebarLinks(): readonly NavLink[] {
  return useHasPaidPlan() ? PAID_SIDEBAR_LINKS : SIDEBAR_LINKS;
}
