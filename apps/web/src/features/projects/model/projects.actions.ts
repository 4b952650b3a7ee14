import { msg } from '@lingui/core/macro';
import {
  IconArchive,
  IconArchiveOff,
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
  IconUsersGroup,
} from '@tabler/icons-react';
import type { Action } from '#platform/actions/actions.ts';

export const newProject: Action = {
  id: 'project.new',
  title: msg`New project`,
  group: 'make',
  icon: IconFolderPlus,
  keywords: msg`add create board`,
  shortcuts: ['n p'],
};

// Actions on the current project.
export const showBoard: Action = {
  id: 'project.board',
  title: msg`Board`,
  group: 'screen',
  icon: IconLayoutKanban,
  keywords: msg`view kanban columns`,
  shortcuts: ['v b'],
};
export const showList: Action = {
  id: 'project.list',
  title: msg`List`,
  group: 'screen',
  icon: IconList,
  keywords: msg`view rows`,
  shortcuts: ['v l'],
};
export const showTable: Action = {
  id: 'project.table',
  title: msg`Table`,
  group: 'screen',
  icon: IconTable,
  keywords: msg`view grid spreadsheet cells`,
  shortcuts: ['v t'],
};
export const showCalendar: Action = {
  id: 'project.calendar',
  title: msg`Calendar`,
  group: 'screen',
  icon: IconCalendarMonth,
  keywords: msg`view month week days dates`,
  shortcuts: ['v c'],
};
export const showTimeline: Action = {
  id: 'project.timeline',
  title: msg`Timeline`,
  group: 'screen',
  icon: IconTimeline,
  keywords: msg`view gantt bars plan dependencies dates`,
  shortcuts: ['v g'],
};
export const showWorkload: Action = {
  id: 'project.workload',
  title: msg`Workload`,
  group: 'screen',
  icon: IconUsersGroup,
  keywords: msg`view capacity people who has time points weeks`,
  shortcuts: ['v p'],
};
export const showOverview: Action = {
  id: 'project.overview',
  title: msg`Show overview`,
  group: 'screen',
  icon: IconInfoCircle,
  keywords: msg`view health lead dates progress`,
  shortcuts: ['v o'],
};
export const showCycles: Action = {
  id: 'project.cycles',
  title: msg`Show cycles`,
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

export const archiveThis: Action = {
  id: 'project.archive',
  title: msg`Archive project`,
  group: 'screen',
  icon: IconArchive,
  keywords: msg`close finish lay aside`,
};
export const unarchiveThis: Action = {
  id: 'project.bring-back',
  title: msg`Unarchive project`,
  group: 'screen',
  icon: IconArchiveOff,
  keywords: msg`restore unarchive reopen`,
};

export const showAccess: Action = {
  id: 'project.access',
  title: msg`Share`,
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
  showWorkload,
  showOverview,
  showCycles,
  editProject,
  archiveThis,
  unarchiveThis,
  showAccess,
];
