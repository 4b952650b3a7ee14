import { IconChecklist, IconFolders, IconHome, IconUsers, type Icon } from '@tabler/icons-react';

interface NavLink {
  to: '/dashboard' | '/dashboard/members' | '/dashboard/projects' | '/dashboard/tasks';
  label: string;
  icon: Icon;
}

const HOME: NavLink = { to: '/dashboard', label: 'Home', icon: IconHome };
const MEMBERS: NavLink = { to: '/dashboard/members', label: 'Members', icon: IconUsers };
const PROJECTS: NavLink = { to: '/dashboard/projects', label: 'Projects', icon: IconFolders };
const TASKS: NavLink = { to: '/dashboard/tasks', label: 'Tasks', icon: IconChecklist };

export const SIDEBAR_LINKS = [HOME, MEMBERS, PROJECTS, TASKS];
export const TAB_LINKS = [MEMBERS, PROJECTS, HOME, TASKS];
