import type { MissingPart } from '@hearth/contracts/assistant/command-values';

/** Phrases of the built-in assistant in English. */
export const ENGLISH = {
  prepared: (changes: number) =>
    changes === 1
      ? 'I prepared this change. Nothing happens until you confirm it.'
      : `I prepared ${changes} changes. Nothing happens until you confirm them.`,
  none: 'There is nothing to show.',
  tasks: (count: number) => (count === 1 ? '1 task:' : `${count} tasks:`),
  noTasks: 'No task matches.',
  count: (count: number) => (count === 1 ? '1 task matches.' : `${count} tasks match.`),
  more: (count: number) => `And ${count} more.`,
  due: 'due',
  nobody: 'nobody',
  noDue: 'no due date',
  open: 'open',
  late: 'late',
  people: 'On it:',
  notFound: 'Nothing is called that.',
  found: (query: string) => `What the team has written about “${query}”:`,
  nothingFound: (query: string) => `I found nothing about “${query}”.`,
  which: (word: string) => `Which one is “${word}”?`,
  unknown: (word: string) => `I don’t know “${word}”.`,
  near: 'Did you mean one of these?',
  missed: 'I didn’t understand that.',
  /** Answers requests that no command exists for. */
  beyond: 'I can’t do that.',
  try: 'You can say:',
  undone: 'Done: the last change is taken back.',
  nothingToUndo: 'There is nothing to take back here.',
  pressConfirm: 'Press Confirm on the card: nothing is done by words alone.',
  cancelled: 'All right. Nothing was changed.',
  hello: (name: string) => `Hello ${name}. What shall we do?`,
  refused: 'That can’t be done:',
  nothingAgain: 'There is nothing to repeat yet.',
  quiet: 'Nothing changed in that time.',
  reports: { standup: 'Standup', weekly: 'Weekly report', summary: 'Summary' },
  mailed:
    'Reports are emailed every week from Analytics: open the weekly report there and choose Email weekly.',
  help: [
    'create task Call the printer by Friday',
    'assign WEB-12 to me',
    'my tasks',
    'overdue',
    'find refund policy',
    'standup',
    'undo',
  ],
  helpIntro:
    'I am the built-in assistant: commands and search, without an AI model. Changes are shown to you first. For example:',
  /** Names on the screens for default statuses and priorities. Statuses named by the team have no entry. */
  valueNames: {
    none: 'No priority',
    low: 'Low',
    medium: 'Medium',
    high: 'High',
    urgent: 'Urgent',
  } as Readonly<Record<string, string>>,
  /** Field names in lists of changes. Other fields are shown by their own names. */
  fields: {
    title: 'title',
    description: 'description',
    statusId: 'status',
    priority: 'priority',
    assigneeIds: 'assignees',
    labelIds: 'labels',
    dueDate: 'due date',
    startDate: 'start date',
    projectId: 'project',
    estimate: 'estimate',
    parentId: 'parent',
    repeat: 'repeats',
    comment: 'comment',
  } as Readonly<Record<string, string>>,
  created: 'new',
  /** Questions that ask the user for a missing parameter of a command. */
  missing: {
    title: 'What is it called?',
    target: 'Which task?',
    person: 'Who?',
    project: 'Which project?',
    status: 'Which status?',
    day: 'Which day?',
    priority: 'Which priority?',
    estimate: 'How much?',
    label: 'Which label?',
    text: 'What shall it say?',
    query: 'What shall I look for?',
    document: 'Which document?',
  } satisfies Record<MissingPart, string>,
};

export type Phrases = typeof ENGLISH;
