import type { BuiltInTemplate } from '#documents/document-values.ts';
import type { EstimateUnit, Priority, StatusCategory } from '#model/task-values.ts';
import type { RepeatMode } from '#recurrence/recurrence-values.ts';
import type { ReminderWish } from '#reminders/reminder-values.ts';
import type { FilterGroup, SortKey } from '#views/view-values.ts';

/*
 * What a person can tell the assistant that knows no model: the commands that its grammar makes of a text. Plain data and
 * names resolved to ids; whether the caller may do it, and whether a key or a title is there, is the server's to say.
 */
export const COMMAND_FAMILIES = ['create', 'change', 'ask', 'find', 'report', 'control'] as const;
export type CommandFamily = (typeof COMMAND_FAMILIES)[number];

/** A task to come; what was not said is left out. */
export interface TaskDraft {
  title: string;
  projectId?: string;
  assigneeIds?: readonly string[];
  /** A day or a moment, as tasks have it. */
  startDate?: string;
  dueDate?: string;
  priority?: Priority;
  estimate?: number;
  labelIds?: readonly string[];
  /** Names of labels that are yet to be made. */
  newLabels?: readonly string[];
  /** A rule such as `FREQ=WEEKLY;BYDAY=MO`, not yet settled on a day. */
  repeat?: { mode: RepeatMode; rule: string };
  remind?: Pick<ReminderWish, 'on' | 'day' | 'days' | 'time' | 'minutes'>;
  /** Of the task that it becomes part of. */
  parentKey?: string;
  description?: string;
}

export type CreateCommand = { family: 'create' } & (
  | { act: 'tasks'; tasks: readonly TaskDraft[] }
  | { act: 'project'; name: string }
  /** `template`: one of the built-in ones, or the name of the team's own as it was said. */
  | {
      act: 'document';
      title: string;
      projectId?: string;
      template?: { builtIn: BuiltInTemplate } | { name: string };
    }
  | { act: 'label'; name: string }
  /** A project with tasks that the assistant proposes. */
  | { act: 'plan'; name: string; goal: string; tasks: readonly TaskDraft[] }
);

/** Which tasks are meant. */
export type TaskTarget =
  /** `WEB-12`, upper case, each once. */
  | { kind: 'keys'; keys: readonly string[] }
  /** Those of the last answer: `lastTasks` of the context. */
  | { kind: 'these'; ids: readonly string[] }
  | { kind: 'filter'; filter: FilterGroup; words: string }
  /** By what a task is called, as it was said. */
  | { kind: 'title'; title: string };

export type TaskChange =
  /** `replace`: nobody else stays. */
  | { act: 'assign'; assigneeIds: readonly string[]; isReplacing: boolean }
  /** null: everybody. */
  | { act: 'unassign'; assigneeIds: readonly string[] | null }
  | { act: 'status'; statusId: string; category: StatusCategory }
  | { act: 'due'; dueDate: string | null }
  /** Later by so many days, or earlier, where below 0. */
  | { act: 'shift'; days: number }
  | { act: 'start'; startDate: string | null }
  | { act: 'priority'; priority: Priority }
  | { act: 'estimate'; estimate: number | null }
  | { act: 'rename'; title: string }
  | { act: 'project'; projectId: string | null }
  /** What it has to wait for; `isBlocked` false: no longer. */
  | { act: 'blockedBy'; keys: readonly string[]; isBlocked: boolean }
  | { act: 'comment'; text: string }
  | { act: 'snooze'; until: string }
  | {
      act: 'labels';
      add: readonly string[];
      newLabels: readonly string[];
      remove: readonly string[];
    }
  | { act: 'repeat'; repeat: { mode: RepeatMode; rule: string } | null }
  | { act: 'delete' };

export type ChangeCommand = { family: 'change' } & (
  | { on: 'tasks'; target: TaskTarget; change: TaskChange }
  | {
      on: 'project';
      projectId: string;
      change: { act: 'archive' | 'unarchive' | 'delete' } | { act: 'rename'; name: string };
    }
  | {
      on: 'document';
      document: DocumentRef;
      change: { act: 'archive' | 'delete' } | { act: 'rename'; title: string };
    }
);

/** `id` null: none of the context's documents is called so. */
export interface DocumentRef {
  id: string | null;
  title: string;
}

type TaskQuestion = 'all' | 'due' | 'assignee' | 'status' | 'priority' | 'blocked';

export type AskCommand = { family: 'ask' } &
  /** `words`: what was asked, for a heading. */
  (
    | { act: 'tasks'; filter: FilterGroup; sort: readonly SortKey[]; words: string; asTable?: boolean }
    | { act: 'count'; filter: FilterGroup; words: string }
    | { act: 'whoIsOn'; projectId: string }
    /** What one task is, or one of its facts. */
    | { act: 'task'; key: string; question: TaskQuestion }
    /** `until` is the last day, today where it is null. */
    | {
        act: 'changedSince';
        since: string;
        until: string | null;
        projectId: string | null;
        personId: string | null;
      }
    | { act: 'workload'; projectId: string | null; personId: string | null }
    | { act: 'members' }
    | { act: 'projects' }
    | { act: 'documents' }
  );

export type FindCommand = { family: 'find' } & (
  | { act: 'search'; query: string; kinds: readonly ('task' | 'document' | 'project')[] }
  | {
      act: 'open';
      what:
        | { kind: 'task'; key: string }
        | { kind: 'project'; id: string }
        | { kind: 'document'; id: string }
        | { kind: 'person'; id: string }
        /** Nothing is called exactly so. */
        | { kind: 'words'; words: string };
    }
  /** A question in ordinary words: answered from what the team has written. */
  | { act: 'answer'; query: string }
);

export type ReportCommand = { family: 'report' } & ReportDelivery &
  (
    | { act: 'standup'; personId: string | null; projectId: string | null }
    | { act: 'weekly'; personId: string | null; projectId: string | null }
    | {
        act: 'summary';
        of:
          | { kind: 'project'; id: string }
          | ({ kind: 'document' } & DocumentRef)
          | { kind: 'task'; key: string }
          | { kind: 'these' };
      }
    | { act: 'triage'; projectId: string | null }
    /** `key` null: among all. */
    | { act: 'duplicates'; key: string | null; projectId: string | null }
    | { act: 'forecast'; projectId: string | null }
    | { act: 'metrics'; metric: ReportMetric | null; projectId: string | null; days: number | null }
  );

export interface ReportDelivery {
  /** Kept as a document, or mailed; `rule` where it comes again. */
  deliver?: { as: 'document' | 'mail'; rule: string | null };
}

export type ReportMetric = 'throughput' | 'cycleTime' | 'leadTime' | 'age' | 'flow' | 'reliability';

export type ControlCommand = { family: 'control' } & (
  | {
      act:
        | 'undo'
        | 'redo'
        | 'help'
        | 'again'
        | 'more'
        | 'asTable'
        | 'asList'
        | 'greet'
        | 'confirm'
        | 'cancel';
    }
  /** null: everywhere again. */
  | { act: 'onlyIn'; projectId: string | null }
);

export type Command =
  | CreateCommand
  | ChangeCommand
  | AskCommand
  | FindCommand
  | ReportCommand
  | ControlCommand;

/** What a name or a word was looked for among. */
export type NamedKind = 'person' | 'project' | 'label' | 'status' | 'document' | 'day';

/** Pressed, `text` is what the person says: it is understood without a question. */
export interface CommandOption {
  label: string;
  text: string;
}

/** What a command still lacks. */
export type MissingPart =
  | 'title'
  | 'target'
  | 'person'
  | 'project'
  | 'status'
  | 'day'
  | 'priority'
  | 'estimate'
  | 'label'
  | 'text'
  | 'query'
  | 'document';

export type Understood = { language: 'en' | 'hi' } & (
  | {
      kind: 'commands';
      /** At least one; in the order in which they are to be done. */
      commands: readonly Command[];
    }
  /** `word` may be any of the options. */
  | { kind: 'ambiguous'; what: NamedKind; word: string; options: readonly CommandOption[] }
  /** Nothing is called so; `options` are what comes near. */
  | { kind: 'unknown'; what: NamedKind; word: string; options: readonly CommandOption[] }
  | { kind: 'incomplete'; family: CommandFamily; missing: MissingPart; example: string }
  /** Not understood; `nearest` are texts to say instead. */
  | { kind: 'missed'; nearest: readonly string[] }
);

interface Named {
  id: string;
  name: string;
}

/** All that understanding depends on; nothing is asked of the clock or the browser. */
export interface CommandContext {
  /** `2026-11-21`, where the person is. */
  today: string;
  timeZone: string;
  /** Of the reader: which language a text that could be either is answered in. */
  locale: string;
  me: string;
  people: readonly (Named & { email?: string })[];
  projects: readonly (Named & { key: string })[];
  /** In the team's order. */
  statuses: readonly (Named & { category: StatusCategory })[];
  labels: readonly Named[];
  taskTypes: readonly Named[];
  documents: readonly { id: string; title: string }[];
  mayMakeLabels: boolean;
  estimateUnit: EstimateUnit;
  /** The team's key, for tasks of no project. */
  teamKey: string;
  /** What 'these' are: ids of the tasks that were shown last. */
  lastTasks: readonly string[];
  /** What 'again', 'only in' and 'as table' are about. */
  lastCommand: Command | null;
}
