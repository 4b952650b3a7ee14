/** Bounds of single fields and requests; the plan's numbers are in plans.ts. */
export const LIMITS = {
  personName: 80,
  /** Holidays that a team keeps. */
  teamHolidays: 400,
  teamName: 80,
  projectName: 120,
  projectKey: 6,
  statusName: 40,
  taskTitle: 500,
  taskDescription: 50_000,
  commentBody: 20_000,
  mentionsPerComment: 50,
  /** Different emoji on one comment. */
  reactionsPerComment: 20,
  assignees: 20,
  /** Of one task, that somebody names; whoever has to do with it watches it besides. */
  watchers: 200,
  /** Of one person, on one task. */
  reminders: 5,
  /** Changed, deleted or restored by one request. */
  tasksAtOnce: 500,
  statusesPerTeam: 40,
  /** The largest limit that a project can set for one of its columns. */
  tasksInColumn: 999,
  labelName: 40,
  labelsPerTeam: 500,
  labelsPerTask: 20,
  taskTypeName: 40,
  taskTypesPerTeam: 30,
  fieldName: 60,
  fieldsPerTeam: 50,
  /** Of a text or an address in a field of a task. */
  fieldText: 500,
  /** Other tasks that a field of type relation holds in one task. */
  tasksPerValue: 10,
  optionName: 60,
  optionsPerField: 100,
  viewName: 80,
  viewsPerTeam: 1000,
  /** So that guests leave room for the others. */
  viewsPerGuest: 20,
  /** Of one person, in one team. */
  favourites: 100,
  milestoneName: 80,
  milestoneDescription: 2000,
  milestonesPerProject: 200,
  cycleName: 80,
  /** Directly below one task. */
  subTasks: 200,
  /** Of one task, of all kinds. */
  relations: 100,
  checklistItems: 200,
  skipReason: 200,
  /** Of one task. */
  skips: 100,
  /** Open at once. */
  invitesPerTeam: 200,
  /** Made in an hour and in a day, by the whole team. */
  invitesAnHour: 20,
  invitesADay: 50,
  /** Mails of one invite, and the minutes between them. */
  mailsPerInvite: 5,
  minutesBetweenMails: 5,
  /** Far above what a rebalanced column holds, and below where arithmetic on order keys leaves the range of numbers (172). */
  positionKey: 128,
  /** Bytes of a JSON body. */
  jsonBody: 256 * 1024,
  pageDefault: 50,
  pageMax: 200,
  /** Days a deleted team or piece of work can be restored. */
  trashDays: 30,
  /** Changes a team keeps in its log at the least, and for how many days at the least. */
  logChanges: 100_000,
  logDays: 30,
  /** How far back somebody may ask what changed, in days; page size, and changes told of each. */
  changedDays: 92,
  changedTasksPage: 50,
  changesOfTask: 20,
} as const;
