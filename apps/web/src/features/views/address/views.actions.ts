import { msg } from '@lingui/core/macro';
import { IconAdjustmentsHorizontal, IconBookmarks, IconFilter, IconFilterOff } from '@tabler/icons-react';
import type { Action } from '#platform/actions/actions.ts';

export const addFilter: Action = {
  id: 'view.filter',
  title: msg`Filter tasks`,
  group: 'screen',
  icon: IconFilter,
  keywords: msg`find only show narrow`,
  shortcuts: ['f'],
};
export const clearFilter: Action = {
  id: 'view.clear',
  title: msg`Clear the filter`,
  group: 'screen',
  icon: IconFilterOff,
  keywords: msg`all tasks reset`,
  shortcuts: ['shift+f'],
};
export const changeDisplay: Action = {
  id: 'view.display',
  title: msg`Group and sort tasks`,
  group: 'screen',
  icon: IconAdjustmentsHorizontal,
  keywords: msg`display order columns rows`,
  shortcuts: ['shift+v'],
};

export const openSavedViews: Action = {
  id: 'view.saved',
  title: msg`Saved views`,
  group: 'screen',
  icon: IconBookmarks,
  keywords: msg`save keep bookmark share private lock`,
  shortcuts: ['v s'],
};

export const viewActions: readonly Action[] = [addFilter, clearFilter, changeDisplay, openSavedViews];
