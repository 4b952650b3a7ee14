import type { Locale } from '#core/locales.ts';
import type { BuiltInTemplate } from '#documents/document-values.ts';
import type { EstimateUnit, Priority, StatusCategory } from '#model/task-values.ts';
import type { RepeatMode } from '#recurrence/recurrence-values.ts';
import type { ReminderWish } from '#reminders/reminder-values.ts';
import type { FilterGroup, SortKey } from '#views/view-values.ts';

/*
 * Commands of the built-in assistant, as parsed by its grammar. They are plain data with names resolved to ids. The server authorizes them
 * and checks that keys and titles exist.
 */
export const COMMAND_FAMILIES = ['create', 'change', 'ask', 'find', 'report', 'control'] as const;
export type CommandFamily = (typeof COMMAND_FAMILIES)[number];

type WishedReminder = Pick<ReminderWish, 'on' | 'day' | 'days' | 'time' | 'minutes'>;

/** A task to create; unspecified fields are absent. */
export interface TaskDraft {
  title: string;
  projectId?: string;
  assigneeIds?: readonly string[];
  /** A day, or a timestamp to the minute, as in tasks. */
  startDate?: string;
  dueDate?: string;
  priority?: Priority;
  estimate?: number;
  labelIds?: readonly string[];
  /** Names of labels to create. */
  newLabels?: readonly string[];
  /** `rule` has no anchor day: `FREQ=WEEKLY;BYDAY=MO`. */
  repeat?: { mode: RepeatMode; rule: string };
  remind?: WishedReminder;
  /** Key of the parent task. */
  parentKey?: string;
  description?: string;
}

export type CreateCommand = { family: 'create' } & (
  | { act: 'tasks'; tasks: readonly TaskDraft[] }
  | { act: 'project'; name: string }
  /** `template`: the name of a built-in template, or of a team template as typed. */
  | {
      act: 'document';
      title: string;
      projectId?: string;
      template?: { builtIn: BuiltInTemplate } | { name: string };
    }
  | { act: 'label'; name: string }
  /** A project with tasks proposed by the assistant. */
  | { act: 'plan'; name: string; goal: string; tasks: readonly TaskDraft[] }
);

/** The tasks to which a command applies. */
export type TaskTarget =
  /** Keys such as `WEB-12`, in upper case and without duplicates. */
  | { kind: 'keys'; keys: readonly string[] }
  /** The tasks of the last answer: `lastTasks` of the context. */
  | { kind: 'these'; ids: readonly string[] }
  | { kind: 'filter'; filter: FilterGroup; words: string }
  /** A task by its title, as typed. */
  | { kind: 'title'; title: string };

export type TaskChange =
  /** `isReplacing`: removes all other assignees. */
  | { act: 'assign'; assigneeIds: readonly string[]; isReplacing: boolean }
  /** Null removes all assignees. */
  | { act: 'unassign'; assigneeIds: readonly string[] | null }
  | { act: 'status'; statusId: string; category: StatusCategory }
  | { act: 'due'; dueDate: string | null }
  /** Moves dates by this many days, to earlier days if negative. */
  | { act: 'shift'; days: number }
  | { act: 'start'; startDate: string | null }
  | { act: 'priority'; priority: Priority }
  | { act: 'estimate'; estimate: number | null }
  | { act: 'rename'; title: string }
  | { act: 'project'; projectId: string | null }
  /** Adds blocking tasks, or removes them if `isBlocked` is false. */
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
  /** Adds a reminder for the user. */
  | { act: 'remind'; remind: WishedReminder }
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

/** A document named in a command. `id` is null if no document in the context has this title. */
export interface DocumentRef {
  id: string | null;
  title: string;
}

type TaskQuestion = 'all' | 'due' | 'assignee' | 'status' | 'priority' | 'blocked';

export type AskCommand = { family: 'ask' } &
  /** `words`: the query as typed, used as a heading. */
  (
    | { act: 'tasks'; filter: FilterGroup; sort: readonly SortKey[]; words: string; asTable?: boolean }
    | { act: 'count'; filter: FilterGroup; words: string }
    | { act: 'whoIsOn'; projectId: string }
    /** A question about one task or one of its properties. */
    | { act: 'task'; key: string; question: TaskQuestion }
    /** `until` is the last day, inclusive. Null for today. */
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
        /** No entity matches exactly. */
        | { kind: 'words'; words: string };
    }
  /** A free-form question, answered by searching the team's content. */
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
    /** If `key` is null, all tasks are searched. */
    | { act: 'duplicates'; key: string | null; projectId: string | null }
    | { act: 'forecast'; projectId: string | null }
    | { act: 'metrics'; metric: ReportMetric | null; projectId: string | null; days: number | null }
  );

export interface ReportDelivery {
  /** Saves the report as a document or emails it. `rule` is set if it recurs. */
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
  /** Null removes the restriction to a project. */
  | { act: 'onlyIn'; projectId: string | null }
);

export type Command =
  | CreateCommand
  | ChangeCommand
  | AskCommand
  | FindCommand
  | ReportCommand
  | ControlCommand;

/** Kinds of entities to which names are resolved. */
export type NamedKind = 'person' | 'project' | 'label' | 'status' | 'document' | 'day' | 'task';

/** An option for an ambiguous name. A click sends the unambiguous `text` as the user's message. */
export interface CommandOption {
  label: string;
  text: string;
}

/** The missing part of an incomplete command. */
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

/** `language`: the language of the answer. */
export type Understood = { language: Locale } & (
  | {
      kind: 'commands';
      /** At least one command, in order of execution. */
      commands: readonly Command[];
    }
  /** `word` matches any of the options. */
  | { kind: 'ambiguous'; what: NamedKind; word: string; options: readonly CommandOption[] }
  /** Nothing matches `word`. `options` are similar names. */
  | { kind: 'unknown'; what: NamedKind; word: string; options: readonly CommandOption[] }
  | { kind: 'incomplete'; family: CommandFamily; missing: MissingPart; example: string }
  /** Not understood. `nearest` are suggested messages. `isBeyond`: it is about something that the assistant can't do. */
  | { kind: 'missed'; nearest: readonly string[]; isBeyond: boolean }
);

interface Named {
  id: string;
  name: string;
}

/** All inputs of the parser besides the message. The parser uses neither the clock nor browser APIs. */
export interface CommandContext {
  /** `2026-11-21`, in the user's time zone. */
  today: string;
  timeZone: string;
  /** The user's locale, which determines the language of ambiguous input. */
  locale: string;
  me: string;
  people: readonly (Named & { email?: string })[];
  projects: readonly (Named & { key: string })[];
  /** In the team's order. */
  statuses: readonly (Named & { category: StatusCategory })[];
  labels: readonly Named[];
  taskTypes: readonly Named[];
  documents: readonly { id: string; title: string }[];
  /** Tasks that the message may name by their titles, as found by `listProbes`. */
  tasks: readonly { key: string; title: string }[];
  mayMakeLabels: boolean;
  estimateUnit: EstimateUnit;
  /** Key of the team, used for tasks without a project. */
  teamKey: string;
  /** Ids of the tasks shown last, to which 'these' refers. */
  lastTasks: readonly string[];
  /** The command to which 'again', 'only in' and 'as table' refer. */
  lastCommand: Command | null;
}
