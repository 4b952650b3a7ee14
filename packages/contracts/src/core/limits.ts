/** Limits of single fields and requests; plan limits are in plans.ts. */
export const LIMITS = {
  personName: 80,
  /** Holidays per team. */
  teamHolidays: 400,
  teamName: 80,
  projectName: 120,
  projectKey: 6,
  statusName: 40,
  taskTitle: 500,
  taskDescription: 50_000,
  commentBody: 20_000,
  mentionsPerComment: 50,
  /** Distinct emoji per comment. */
  reactionsPerComment: 20,
  assignees: 20,
  /** Explicit watchers of one task; people involved in the task watch it in addition. */
  watchers: 200,
  /** Per person and task. */
  reminders: 5,
  /** Changed, deleted or restored per request. */
  tasksAtOnce: 500,
  statusesPerTeam: 40,
  /** The largest limit a project can set for a board column. */
  tasksInColumn: 999,
  labelName: 40,
  labelsPerTeam: 500,
  labelsPerTask: 20,
  taskTypeName: 40,
  taskTypesPerTeam: 30,
  fieldName: 60,
  fieldsPerTeam: 50,
  /** Text and URL fields of a task. */
  fieldText: 500,
  /** Related tasks per relation field of a task. */
  tasksPerValue: 10,
  optionName: 60,
  optionsPerField: 100,
  viewName: 80,
  viewsPerTeam: 1000,
  /** Leaves room for other people's views. */
  viewsPerGuest: 20,
  /** Per person and team. */
  favourites: 100,
  milestoneName: 80,
  milestoneDescription: 2000,
  milestonesPerProject: 200,
  cycleName: 80,
  /** Direct sub-tasks of one task. */
  subTasks: 200,
  /** Per task, all types together. */
  relations: 100,
  checklistItems: 200,
  skipReason: 200,
  /** Per task. */
  skips: 100,
  /** Pending at the same time. */
  invitesPerTeam: 200,
  /** Created per hour and per day, by the whole team. */
  invitesAnHour: 20,
  invitesADay: 50,
  /** Mails per invite, and the minutes between them. */
  mailsPerInvite: 5,
  minutesBetweenMails: 5,
  /** Far above the length in a rebalanced column, and below the length at which order key arithmetic leaves the range of numbers (172). */
  positionKey: 128,
  /** Bytes of a JSON body. */
  jsonBody: 256 * 1024,
  pageDefault: 50,
  pageMax: 200,
  /** Retention of deleted teams and work, in days. */
  trashDays: 30,
  /** Minimum retention of a team's log: number of changes, and days. */
  logChanges: 100_000,
  logDays: 30,
  /** How far back changes can be queried, in days; page size, and maximum changes per task. */
  changedDays: 92,
  changedTasksPage: 50,
  changesOfTask: 20,
} as const;
