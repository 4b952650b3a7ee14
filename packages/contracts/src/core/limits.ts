/** Limits of single fields and requests. Plan limits are in plans.ts. */
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
  /** Explicit watchers per task. Users involved in a task also watch it and do not count. */
  watchers: 200,
  /** Per user and task. */
  reminders: 5,
  /** Tasks changed, deleted or restored per request. */
  tasksAtOnce: 500,
  statusesPerTeam: 40,
  /** Maximum WIP limit of a board column. */
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
  /** Far below `viewsPerTeam`, to leave room for other members' views. */
  viewsPerGuest: 20,
  /** Per user and team. */
  favourites: 100,
  milestoneName: 80,
  milestoneDescription: 2000,
  milestonesPerProject: 200,
  cycleName: 80,
  /** Direct sub-tasks of one task. */
  subTasks: 200,
  /** Per task, for all kinds together. */
  relations: 100,
  checklistItems: 200,
  skipReason: 200,
  /** Skipped occurrences per task. */
  skips: 100,
  /** Pending invites per team. */
  invitesPerTeam: 200,
  /** Invites created per hour and per day by the whole team. */
  invitesAnHour: 20,
  invitesADay: 50,
  /** Emails per invite, and the minimum minutes between two emails. */
  mailsPerInvite: 5,
  minutesBetweenMails: 5,
  /** Far above the key length in a rebalanced column, and below 172, where order key arithmetic leaves the range of numbers. */
  positionKey: 128,
  /** Maximum size of a JSON body, in bytes. */
  jsonBody: 256 * 1024,
  pageDefault: 50,
  pageMax: 200,
  /** Retention of deleted teams and other deleted objects, in days. */
  trashDays: 30,
  /** Minimum retention of a team's log: number of changes, and days. */
  logChanges: 100_000,
  logDays: 30,
  /** Maximum age of queryable changes in days, page size, and maximum changes per task. */
  changedDays: 92,
  changedTasksPage: 50,
  changesOfTask: 20,
} as const;
