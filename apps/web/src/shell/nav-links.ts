import { IconHome, type Icon } from '@tabler/icons-react';

interface NavLink {
  to: '/dashboard';
  label: string;
  icon: Icon;
}

const HOME: NavLink = { to: '/dashboard', label: 'Home', icon: IconHome };

export const SIDEBAR_LINKS = [HOME];
export const TAB_LINKS = [HOME];
