import { msg } from '@lingui/core/macro';
import {
  IconCalendarMonth,
  IconFolderPlus,
  IconInfoCircle,
  IconLayoutKanban,
  IconList,
  IconPencil,
  IconRotateClockwise,
  IconTable,
  IconTimeline,
  IconUsers,
} from '@tabler/icons-react';
import type { Action } from '#platform/actions.ts';

export const newProject: Action = {
  id: 'project.new',
  title: msg`New project`,
  group: 'make',
  icon: IconFolderPlus,
  keywords: msg`add create board`,
  shortcuts: ['n p'],
};

// Of the project that is shown.
export const showBoard: Action = {
  id: 'project.board',
  title: msg`Show as board`,
  group: 'screen',
  icon: IconLayoutKanban,
  keywords: msg`view kanban columns`,
  shortcuts: ['v b'],
};
export const showList: Action = {
  id: 'project.list',
  title: msg`Show as list`,
  group: 'screen',
  icon: IconList,
  keywords: msg`view rows`,
  shortcuts: ['v l'],
};
export const showTable: Action = {
  id: 'project.table',
  title: msg`Show as table`,
  group: 'screen',
  icon: IconTable,
  keywords: msg`view grid spreadsheet cells`,
  shortcuts: ['v t'],
};
export const showCalendar: Action = {
  id: 'project.calendar',
  title: msg`Show as calendar`,
  group: 'screen',
  icon: IconCalendarMonth,
  keywords: msg`view month week days dates`,
  shortcuts: ['v c'],
};
export const showTimeline: Action = {
  id: 'project.timeline',
  title: msg`Show as timeline`,
  group: 'screen',
  icon: IconTimeline,
  keywords: msg`view gantt bars plan dependencies dates`,
  shortcuts: ['v g'],
};
export const showOverview: Action = {
  id: 'project.overview',
  title: msg`Show the overview`,
  group: 'screen',
  icon: IconInfoCircle,
  keywords: msg`view health lead dates progress`,
  shortcuts: ['v o'],
};
export const showCycles: Action = {
  id: 'project.cycles',
  title: msg`Show the cycles`,
  group: 'screen',
  icon: IconRotateClockwise,
  keywords: msg`view sprint iteration weeks capacity`,
  shortcuts: ['v w'],
};
export const editProject: Action = {
  id: 'project.edit',
  title: msg`Edit project`,
  group: 'screen',
  icon: IconPencil,
  keywords: msg`rename colour key description`,
};

export const showAccess: Action = {
  id: 'project.access',
  title: msg`Who can open it`,
  group: 'screen',
  icon: IconUsers,
  keywords: msg`project share rights private people`,
};

export const projectActions: readonly Action[] = [
  newProject,
  showBoard,
  showList,
  showTable,
  showCalendar,
  showTimeline,
  showOverview,
  showCycles,
  editProject,
  showAccess,
];
