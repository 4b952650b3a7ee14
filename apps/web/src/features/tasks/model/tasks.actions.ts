import { msg } from '@lingui/core/macro';
import {
  IconAntennaBars5,
  IconArrowBarDown,
  IconArrowBarToDown,
  IconArrowsDiagonal,
  IconBell,
  IconCalendar,
  IconCalendarPlus,
  IconCircleDashed,
  IconClock,
  IconCopy,
  IconCopyPlus,
  IconEye,
  IconEyeOff,
  IconFlag3,
  IconFolder,
  IconForms,
  IconHandStop,
  IconHierarchy,
  IconLayoutSidebarRight,
  IconLink,
  IconListCheck,
  IconMessage,
  IconPaperclip,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlus,
  IconRepeat,
  IconRotateClockwise,
  IconRuler2,
  IconSelectAll,
  IconShape,
  IconSubtask,
  IconTag,
  IconTrash,
  IconUser,
  IconUserQuestion,
  IconZzz,
} from '@tabler/icons-react';
import type { Action, KeyHint } from '#platform/actions/actions.ts';

export const newTask: Action = {
  id: 'task.new',
  title: msg`New task`,
  group: 'make',
  icon: IconPlus,
  keywords: msg`add create to do`,
  shortcuts: ['c'],
};

// These actions apply to the selected tasks, otherwise to the focused task or the task in the open panel.
export const setStatus: Action = {
  id: 'task.status',
  title: msg`Change status`,
  group: 'task',
  icon: IconCircleDashed,
  keywords: msg`move done progress`,
  shortcuts: ['s'],
};
export const setPriority: Action = {
  id: 'task.priority',
  title: msg`Change priority`,
  group: 'task',
  icon: IconAntennaBars5,
  keywords: msg`urgent high low`,
  shortcuts: ['p'],
};
export const assignTask: Action = {
  id: 'task.assign',
  title: msg`Assign to…`,
  group: 'task',
  icon: IconUser,
  keywords: msg`people owner`,
  shortcuts: ['a'],
};
export const setReporter: Action = {
  id: 'task.reporter',
  title: msg`Change requester`,
  group: 'task',
  icon: IconUserQuestion,
  keywords: msg`reporter requester author`,
  shortcuts: ['shift+a'],
};
export const watchTask: Action = {
  id: 'task.watch',
  title: msg`Watch`,
  group: 'task',
  icon: IconEye,
  keywords: msg`follow subscribe`,
  shortcuts: ['o'],
};
export const stopWatching: Action = {
  id: 'task.unwatch',
  title: msg`Stop watching`,
  group: 'task',
  icon: IconEyeOff,
  keywords: msg`unfollow unsubscribe mute`,
  shortcuts: ['shift+o'],
};
export const setWatchers: Action = {
  id: 'task.watchers',
  title: msg`Change watchers`,
  group: 'task',
  icon: IconEye,
  keywords: msg`watchers followers`,
  shortcuts: ['shift+w'],
};
export const setType: Action = {
  id: 'task.type',
  title: msg`Change the type`,
  group: 'task',
  icon: IconShape,
  keywords: msg`kind bug feature`,
  shortcuts: ['shift+y'],
};
export const setMilestone: Action = {
  id: 'task.milestone',
  title: msg`Change the milestone`,
  group: 'task',
  icon: IconFlag3,
  keywords: msg`goal target release phase`,
  shortcuts: ['t'],
};
export const setCustomField: Action = {
  id: 'task.field',
  title: msg`Change a field`,
  group: 'task',
  icon: IconForms,
  keywords: msg`custom value property`,
};
export const addFieldAction: Action = {
  id: 'task.addField',
  title: msg`Add a field`,
  group: 'task',
  icon: IconPlus,
  keywords: msg`more empty property show`,
  shortcuts: ['shift+n'],
};
export const setCycle: Action = {
  id: 'task.cycle',
  title: msg`Change the cycle`,
  group: 'task',
  icon: IconRotateClockwise,
  keywords: msg`sprint iteration week`,
  shortcuts: ['w'],
};
export const setLabels: Action = {
  id: 'task.labels',
  title: msg`Change labels`,
  group: 'task',
  icon: IconTag,
  keywords: msg`tag topic`,
  shortcuts: ['l'],
};
export const setDueDate: Action = {
  id: 'task.due',
  title: msg`Set the due date`,
  group: 'task',
  icon: IconCalendar,
  keywords: msg`deadline day`,
  shortcuts: ['d'],
};
export const setStartDate: Action = {
  id: 'task.start',
  title: msg`Set the start date`,
  group: 'task',
  icon: IconCalendarPlus,
  keywords: msg`begin first day`,
  shortcuts: ['shift+d'],
};
export const setRepeat: Action = {
  id: 'task.repeat',
  title: msg`Change how it repeats`,
  group: 'task',
  icon: IconRepeat,
  keywords: msg`recurring every daily weekly monthly series`,
  shortcuts: ['shift+e'],
};
export const snoozeTask: Action = {
  id: 'task.snooze',
  title: msg`Snooze in My work`,
  group: 'task',
  icon: IconZzz,
  keywords: msg`later hide remind postpone`,
  shortcuts: ['h'],
};
export const remindMe: Action = {
  id: 'task.remind',
  title: msg`Remind me`,
  group: 'task',
  icon: IconBell,
  keywords: msg`reminder alarm notify later`,
  shortcuts: ['shift+h'],
};
export const setEstimate: Action = {
  id: 'task.estimate',
  title: msg`Change the estimate`,
  group: 'task',
  icon: IconRuler2,
  keywords: msg`points size effort`,
  shortcuts: ['e'],
};
export const startTimerAction: Action = {
  id: 'task.startTimer',
  title: msg`Start timer`,
  group: 'task',
  icon: IconPlayerPlay,
  keywords: msg`track time stopwatch clock in work on`,
  shortcuts: ['i'],
};
export const stopTimerAction: Action = {
  id: 'task.stopTimer',
  title: msg`Stop timer`,
  group: 'task',
  icon: IconPlayerStop,
  keywords: msg`track time stopwatch clock out`,
  shortcuts: ['shift+i'],
};
export const addTimeAction: Action = {
  id: 'task.addTime',
  title: msg`Add time`,
  group: 'task',
  icon: IconClock,
  keywords: msg`track log hours minutes spent`,
};
export const addSubTask: Action = {
  id: 'task.subTask',
  title: msg`Add a sub-task`,
  group: 'task',
  icon: IconSubtask,
  keywords: msg`part child split break down`,
  shortcuts: ['shift+c'],
};
export const addChecklistItem: Action = {
  id: 'task.checklist',
  title: msg`Add checklist item`,
  group: 'task',
  icon: IconListCheck,
  keywords: msg`to do tick item`,
  shortcuts: ['shift+l'],
};
export const attachFiles: Action = {
  id: 'task.attach',
  title: msg`Attach files`,
  group: 'task',
  icon: IconPaperclip,
  keywords: msg`attachment upload picture document`,
  shortcuts: ['shift+u'],
};
export const setParentAction: Action = {
  id: 'task.parent',
  title: msg`Set parent`,
  group: 'task',
  icon: IconHierarchy,
  keywords: msg`parent sub-task nest move below`,
  shortcuts: ['shift+p'],
};
export const setProject: Action = {
  id: 'task.project',
  title: msg`Move to another project`,
  group: 'task',
  icon: IconFolder,
  keywords: msg`belongs to`,
  shortcuts: ['shift+m'],
};
export const relationActions = {
  blockedBy: {
    id: 'task.blockedBy',
    title: msg`Blocked by another task…`,
    group: 'task',
    icon: IconHandStop,
    keywords: msg`relation depends waits for blocker`,
    shortcuts: ['b'],
  },
  blocks: {
    id: 'task.blocks',
    title: msg`Blocks another task…`,
    group: 'task',
    icon: IconPlayerPause,
    keywords: msg`relation dependency holds up`,
    shortcuts: ['shift+b'],
  },
  follows: {
    id: 'task.follows',
    title: msg`Follows another task…`,
    group: 'task',
    icon: IconArrowBarToDown,
    keywords: msg`relation order after plan`,
  },
  precedes: {
    id: 'task.precedes',
    title: msg`Precedes another task…`,
    group: 'task',
    icon: IconArrowBarDown,
    keywords: msg`relation order before plan`,
  },
  relates: {
    id: 'task.relates',
    title: msg`Relates to another task…`,
    group: 'task',
    icon: IconLink,
    keywords: msg`relation belongs with see also`,
    shortcuts: ['shift+r'],
  },
  duplicates: {
    id: 'task.duplicates',
    title: msg`Duplicates another task…`,
    group: 'task',
    icon: IconCopy,
    keywords: msg`relation same again twice`,
    shortcuts: ['u'],
  },
} as const satisfies Record<string, Action>;
export const commentOnTask: Action = {
  id: 'task.comment',
  title: msg`Write a comment`,
  group: 'task',
  icon: IconMessage,
  keywords: msg`reply say note`,
  shortcuts: ['r'],
};
export const copyTaskLink: Action = {
  id: 'task.link',
  title: msg`Copy link to this task`,
  group: 'task',
  icon: IconLink,
  keywords: msg`address share`,
  shortcuts: ['y'],
};
export const showFullPage: Action = {
  id: 'task.fullPage',
  title: msg`Open as full page`,
  group: 'task',
  icon: IconArrowsDiagonal,
  keywords: msg`expand whole wide large`,
  shortcuts: ['shift+x'],
};
export const showBeside: Action = {
  id: 'task.beside',
  title: msg`Open beside the list`,
  group: 'task',
  icon: IconLayoutSidebarRight,
  keywords: msg`panel narrow shrink`,
};
export const duplicateTaskAction: Action = {
  id: 'task.duplicate',
  title: msg`Duplicate`,
  group: 'task',
  icon: IconCopyPlus,
  keywords: msg`copy clone again`,
  shortcuts: ['mod+d'],
};
export const deleteTaskAction: Action = {
  id: 'task.delete',
  title: msg`Delete this task`,
  group: 'task',
  icon: IconTrash,
  keywords: msg`trash remove`,
  shortcuts: ['delete', 'mod+backspace'],
};
// Actions for lists and boards.
export const selectAll: Action = {
  id: 'task.all',
  title: msg`Select all tasks shown`,
  group: 'screen',
  icon: IconSelectAll,
  keywords: msg`choose mark everything`,
  shortcuts: ['mod+a'],
};

export const taskActions: readonly Action[] = [
  newTask,
  setStatus,
  setPriority,
  assignTask,
  setReporter,
  watchTask,
  stopWatching,
  setWatchers,
  setType,
  setMilestone,
  setCustomField,
  addFieldAction,
  setCycle,
  setLabels,
  setDueDate,
  setStartDate,
  setRepeat,
  setEstimate,
  snoozeTask,
  remindMe,
  startTimerAction,
  stopTimerAction,
  addTimeAction,
  addSubTask,
  addChecklistItem,
  attachFiles,
  setParentAction,
  setProject,
  ...Object.values(relationActions),
  commentOnTask,
  copyTaskLink,
  showFullPage,
  showBeside,
  duplicateTaskAction,
  deleteTaskAction,
  selectAll,
];

/** Shortcuts for a card of the board. Most of them also work on a row of a list. */
export const boardKeys: readonly KeyHint[] = [
  { title: msg`Move between cards`, keys: ['arrowup', 'arrowdown', 'arrowleft', 'arrowright'] },
  { title: msg`Next and previous card`, keys: ['j', 'k'] },
  { title: msg`Open the card`, keys: ['enter'] },
  { title: msg`Move the card to…`, keys: ['m'] },
  { title: msg`Move the card one place`, keys: ['alt+arrowup', 'alt+arrowdown'] },
  { title: msg`Move the card to the next column`, keys: ['alt+arrowleft', 'alt+arrowright'] },
  { title: msg`Select the task`, keys: ['x'] },
  { title: msg`Extend selection`, keys: ['shift+arrowup', 'shift+arrowdown'] },
  { title: msg`Close task or clear selection`, keys: ['escape'] },
];

/** Shortcuts in the rich-text editor. They take precedence over all other shortcuts. */
export const editorKeys: readonly KeyHint[] = [
  { title: msg`Bold, italic, underlined`, keys: ['mod+b', 'mod+i', 'mod+u'] },
  { title: msg`Struck through, code`, keys: ['mod+shift+s', 'mod+e'] },
  { title: msg`Link the selected words`, keys: ['mod+k'] },
  { title: msg`Headings`, keys: ['mod+alt+1', 'mod+alt+2', 'mod+alt+3'] },
  { title: msg`Numbered, bulleted and to-do list`, keys: ['mod+shift+7', 'mod+shift+8', 'mod+shift+9'] },
  { title: msg`Quote`, keys: ['mod+shift+b'] },
  { title: msg`Code block`, keys: ['mod+alt+c'] },
  { title: msg`Insert menu`, keys: ['/'] },
  { title: msg`Mention someone, link a task`, keys: ['@', '#'] },
  { title: msg`Save and exit the editor`, keys: ['mod+enter', 'escape'] },
];
