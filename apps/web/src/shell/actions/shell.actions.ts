import { msg } from '@lingui/core/macro';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCommand,
  IconCopy,
  IconDeviceDesktop,
  IconHistory,
  IconHistoryOff,
  IconKeyboard,
  IconLayoutSidebar,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
} from '@tabler/icons-react';
import type { Action } from '#platform/actions/actions.ts';

/** Opens the palette. Available everywhere in the app. */
export const openPalette: Action = {
  id: 'app.palette',
  title: msg`Search and commands`,
  group: 'app',
  icon: IconCommand,
  shortcuts: ['mod+k'],
  isEverywhere: true,
  isHidden: true,
};

export const showShortcuts: Action = {
  id: 'app.shortcuts',
  title: msg`Keyboard shortcuts`,
  group: 'app',
  icon: IconKeyboard,
  shortcuts: ['?'],
};

export const toggleSidebarAction: Action = {
  id: 'app.sidebar',
  title: msg`Open or collapse the sidebar`,
  group: 'app',
  icon: IconLayoutSidebar,
  shortcuts: ['['],
};

export const viewPast: Action = {
  id: 'app.past',
  title: msg`View the past…`,
  group: 'screen',
  icon: IconHistory,
  shortcuts: ['g b'],
};

export const viewPresent: Action = {
  id: 'app.present',
  title: msg`Back to now`,
  group: 'screen',
  icon: IconHistoryOff,
  shortcuts: ['g n'],
};

export const undo: Action = {
  id: 'app.undo',
  title: msg`Undo`,
  group: 'app',
  icon: IconArrowBackUp,
  shortcuts: ['mod+z'],
};

export const redo: Action = {
  id: 'app.redo',
  title: msg`Redo`,
  group: 'app',
  icon: IconArrowForwardUp,
  shortcuts: ['mod+shift+z', 'mod+y'],
};

export const copyUnsaved: Action = {
  id: 'app.copyUnsaved',
  title: msg`Copy text that couldn’t be saved`,
  group: 'app',
  icon: IconCopy,
};

export const goLight: Action = {
  id: 'app.light',
  title: msg`Appearance: light`,
  group: 'app',
  icon: IconSun,
};

export const goDark: Action = {
  id: 'app.dark',
  title: msg`Appearance: dark`,
  group: 'app',
  icon: IconMoon,
};

export const goSystem: Action = {
  id: 'app.system',
  title: msg`Appearance: system`,
  group: 'app',
  icon: IconDeviceDesktop,
};

export const createTeamAction: Action = {
  id: 'team.create',
  title: msg`Create a team`,
  group: 'team',
  icon: IconPlus,
};

export const signOutAction: Action = {
  id: 'app.signout',
  title: msg`Sign Out`,
  group: 'app',
  icon: IconLogout,
};

export const shellActions: readonly Action[] = [
  openPalette,
  showShortcuts,
  toggleSidebarAction,
  viewPast,
  viewPresent,
  undo,
  redo,
  copyUnsaved,
  goLight,
  goDark,
  goSystem,
  createTeamAction,
  signOutAction,
];
