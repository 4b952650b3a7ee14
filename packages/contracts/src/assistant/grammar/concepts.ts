/*
 * What words can stand for in a command. The tables of the languages give each concept its words; the grammar knows
 * concepts only, so that a language is added with a table.
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
  // Things.
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
  | 'name'
  | 'team'
  | 'profile'
  // What tasks can be.
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
  // Who and which.
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
  // Small words.
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

/** Whole texts, and what is said with them. */
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

/** Lists are texts with commas, so that a table stays one that people can read. */
export interface LanguageTable {
  /** Words and phrases, in lower case. */
  concepts: Partial<Readonly<Record<Concept, string>>>;
  controls: Readonly<Record<ControlWord, string>>;
  /** Texts of nothing but these words, one of the keys among them. */
  loose: Partial<Readonly<Record<ControlWord, { keys: string; others: string }>>>;
  /** `only in`: before a project, or around it. */
  onlyIn: string;
  /** What counts in words. */
  numbers: Readonly<Record<string, number>>;
  /** Built-in templates of documents by the words for them. */
  templates: Readonly<Record<string, string>>;
  /** What to say instead of what was not understood. */
  examples: readonly string[];
}

export function listWords(text: string): string[] {
  return text.split(/,\s*/);
}
