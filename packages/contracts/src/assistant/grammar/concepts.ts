/*
 * The meanings of words in commands. Language tables map words to concepts, which the grammar uses instead of words. A few words that need
 * no concept of their own are matched by patterns in the parsers.
 */
export type Concept =
  // Verbs.
  | 'create'
  | 'plan'
  | 'remind'
  | 'assign'
  | 'unassign'
  | 'set'
  | 'move'
  | 'finish'
  | 'begin'
  | 'reopen'
  | 'postpone'
  | 'snooze'
  | 'estimate'
  | 'rename'
  | 'tag'
  | 'remove'
  | 'delete'
  | 'archive'
  | 'unarchive'
  | 'comment'
  | 'blockedBy'
  | 'blocks'
  | 'unblock'
  | 'show'
  | 'open'
  | 'search'
  | 'explain'
  | 'summarise'
  | 'save'
  | 'mail'
  // Entities.
  | 'task'
  | 'tasks'
  | 'project'
  | 'document'
  | 'label'
  | 'meetingNotes'
  | 'dueDate'
  | 'startDate'
  | 'priority'
  | 'status'
  | 'estimateNoun'
  | 'assigneeNoun'
  | 'name'
  | 'team'
  | 'profile'
  // Task states.
  | 'overdue'
  | 'unassigned'
  | 'blocked'
  | 'done'
  | 'isOpen'
  | 'cancelled'
  | 'ongoing'
  | 'notStarted'
  | 'noDue'
  | 'noEstimate'
  | 'important'
  | 'low'
  | 'medium'
  | 'high'
  | 'urgent'
  | 'created'
  | 'updated'
  | 'createdBy'
  | 'about'
  | 'toDo'
  // Pronouns and quantifiers.
  | 'me'
  | 'these'
  | 'all'
  // Questions.
  | 'what'
  | 'who'
  | 'when'
  | 'howMany'
  | 'question'
  | 'changed'
  | 'didDo'
  | 'worksOn'
  | 'busyWith'
  | 'workload'
  | 'going'
  // Reports.
  | 'standup'
  | 'weekly'
  | 'report'
  | 'triage'
  | 'duplicates'
  | 'forecast'
  | 'willBeDone'
  | 'metrics'
  | 'throughput'
  | 'cycleTime'
  | 'leadTime'
  | 'age'
  | 'flow'
  | 'reliability'
  // Function words.
  | 'for'
  | 'to'
  | 'in'
  | 'by'
  | 'since'
  | 'until'
  | 'as'
  | 'from'
  | 'and'
  | 'called'
  | 'saying'
  | 'new'
  | 'points'
  | 'filler'
  | 'please';

/** Control commands, which must match the whole text. */
export type ControlWord =
  | 'undo'
  | 'redo'
  | 'help'
  | 'again'
  | 'more'
  | 'asTable'
  | 'asList'
  | 'greet'
  | 'confirm'
  | 'cancel'
  | 'everywhere';

/** Word lists are comma-separated strings, which keeps the tables readable. */
export interface LanguageTable {
  /** Words and phrases, in lower case. */
  concepts: Partial<Readonly<Record<Concept, string>>>;
  controls: Readonly<Record<ControlWord, string>>;
  /** Matches input that consists only of these words and contains at least one of the keys. */
  loose: Partial<Readonly<Record<ControlWord, { keys: string; others: string }>>>;
  /** Words for 'only in', before or around a project name. */
  onlyIn: string;
  /** Number words. */
  numbers: Readonly<Record<string, number>>;
  /** Built-in document templates by name. */
  templates: Readonly<Record<string, string>>;
  /** Suggestions for input that is not understood. */
  examples: readonly string[];
}

export function listWords(text: string): string[] {
  return text.split(/,\s*/);
}
