import type {
  AskCommand,
  ChangeCommand,
  Command,
  CommandContext,
  ControlCommand,
  CreateCommand,
  FindCommand,
  ReportCommand,
  TaskChange,
  TaskDraft,
  Understood,
} from '#assistant/command-values.ts';
import { printFilter } from '#views/view-text-values.ts';
import type { FilterGroup } from '#views/view-values.ts';

/** Formats a result as one line, with names instead of ids: `create: Buy milk | due 2026-11-19 | @Asha Verma`. */
export function describeUnderstood(understood: Understood, context: CommandContext): string {
  switch (understood.kind) {
    case 'commands':
      return understood.commands.map((command) => describeCommand(command, context)).join(' && ');
    case 'ambiguous':
      return `which ${understood.what} ${understood.word}: ${understood.options.map(({ label }) => label).join(' / ')}`;
    case 'unknown':
      return `unknown ${understood.what} ${understood.word}`;
    case 'incomplete':
      return `missing ${understood.missing}`;
    case 'missed':
      return 'missed';
  }
}

function describeCommand(command: Command, context: CommandContext): string {
  const names = new Map<string, string>(
    [
      ...context.people,
      ...context.projects,
      ...context.statuses,
      ...context.labels,
      ...context.taskTypes,
    ].map(({ id, name }) => [id, name]),
  );
  for (const { id, title } of context.documents) names.set(id, title);
  const nameOf = (id: string) => names.get(id) ?? id;
  if (command.family === 'create') return describeCreate(command, nameOf);
  if (command.family === 'change') return describeChange(command, nameOf);
  if (command.family === 'ask') return describeAsk(command, nameOf);
  if (command.family === 'find') return describeFind(command, nameOf);
  if (command.family === 'report') return describeReport(command, nameOf);
  return describeControl(command, nameOf);
}

type NameOf = (id: string) => string;

function describeDraft(draft: TaskDraft, nameOf: NameOf): string {
  const { title, projectId, assigneeIds = [], dueDate, startDate, priority, estimate } = draft;
  return [
    title,
    ...(projectId === undefined ? [] : [`in ${nameOf(projectId)}`]),
    ...assigneeIds.map((id) => `@${nameOf(id)}`),
    ...(startDate === undefined ? [] : [`start ${startDate}`]),
    ...(dueDate === undefined ? [] : [`due ${dueDate}`]),
    ...(priority === undefined ? [] : [priority]),
    ...(estimate === undefined ? [] : [`~${estimate}`]),
    ...(draft.labelIds ?? []).map((id) => `+${nameOf(id)}`),
    ...(draft.newLabels ?? []).map((name) => `+${name}?`),
    ...(draft.repeat === undefined ? [] : [`${draft.repeat.mode} ${draft.repeat.rule.replace('FREQ=', '')}`]),
    ...(draft.remind === undefined
      ? []
      : [`remind ${draft.remind.day ?? draft.remind.days} ${draft.remind.time}`]),
    ...(draft.parentKey === undefined ? [] : [`part of ${draft.parentKey}`]),
  ].join(' | ');
}

function describeCreate(command: CreateCommand, nameOf: NameOf): string {
  if (command.act === 'tasks')
    return `create: ${command.tasks.map((one) => describeDraft(one, nameOf)).join(' || ')}`;
  if (command.act === 'plan') return `plan: ${command.name}`;
  if (command.act !== 'document') return `create ${command.act}: ${command.name}`;
  const { title, projectId, template } = command;
  const suffix = projectId === undefined ? '' : ` | in ${nameOf(projectId)}`;
  const from =
    template === undefined ? '' : ` | from ${'builtIn' in template ? template.builtIn : template.name}`;
  return `create document: ${title}${suffix}${from}`;
}

function describeChange(command: ChangeCommand, nameOf: NameOf): string {
  if (command.on === 'project')
    return `change project ${nameOf(command.projectId)}: ${Object.values(command.change).join(' ')}`;
  if (command.on === 'document')
    return `change document ${command.document.title}: ${Object.values(command.change).join(' ')}`;
  const { target, change } = command;
  const which =
    target.kind === 'keys'
      ? target.keys.join(' ')
      : target.kind === 'these'
        ? 'these'
        : target.kind === 'title'
          ? JSON.stringify(target.title)
          : describeFilter(target.filter, nameOf);
  return `change ${which}: ${describeTaskChange(change, nameOf)}`;
}

function describeTaskChange(change: TaskChange, nameOf: NameOf): string {
  switch (change.act) {
    case 'assign':
      return `assign ${change.assigneeIds.map(nameOf).join(' ')}${change.isReplacing ? ' instead' : ''}`;
    case 'unassign':
      return `unassign ${change.assigneeIds?.map(nameOf).join(' ') ?? 'all'}`;
    case 'status':
      return `status ${nameOf(change.statusId)}`;
    case 'due':
      return `due ${change.dueDate ?? 'none'}`;
    case 'start':
      return `start ${change.startDate ?? 'none'}`;
    case 'shift':
      return `shift ${change.days}`;
    case 'priority':
      return `priority ${change.priority}`;
    case 'estimate':
      return `estimate ${change.estimate ?? 'none'}`;
    case 'rename':
      return `rename ${change.title}`;
    case 'project':
      return `project ${change.projectId === null ? 'none' : nameOf(change.projectId)}`;
    case 'blockedBy':
      return `${change.isBlocked ? '' : 'no longer '}blocked by ${change.keys.join(' ')}`;
    case 'comment':
      return `comment ${change.text}`;
    case 'snooze':
      return `snooze ${change.until}`;
    case 'labels':
      return [
        'labels',
        ...change.add.map((id) => `+${nameOf(id)}`),
        ...change.newLabels.map((name) => `+${name}?`),
        ...change.remove.map((id) => `-${nameOf(id)}`),
      ].join(' ');
    case 'repeat':
      return `repeat ${change.repeat?.rule ?? 'none'}`;
    case 'remind':
      return `remind ${change.remind.day} ${change.remind.time}`;
    case 'delete':
      return 'delete';
  }
}

/** Conditions in alphabetical order. `open` stands for tasks that are not closed. */
function describeFilter(filter: FilterGroup, nameOf: NameOf): string {
  const items = filter.items.map((item) => printFilter({ match: 'all', items: [item] }));
  const conditions = items.map((item) =>
    item
      .replace('category-not:completed,cancelled', 'open')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => nameOf(id)),
  );
  return `[${conditions.toSorted().join(filter.match === 'all' ? ';' : '/')}]`;
}

function describeAsk(command: AskCommand, nameOf: NameOf): string {
  if (command.act === 'tasks' || command.act === 'count')
    return `${command.act} ${describeFilter(command.filter, nameOf)}`;
  if (command.act === 'whoIsOn') return `who on ${nameOf(command.projectId)}`;
  if (command.act === 'task') return `task ${command.key} ${command.question}`;
  if (command.act === 'members' || command.act === 'projects' || command.act === 'documents')
    return command.act;
  const { projectId, personId } = command;
  const where = projectId === null ? '' : ` in ${nameOf(projectId)}`;
  const who = personId === null ? '' : ` by ${nameOf(personId)}`;
  if (command.act === 'workload') return `workload${where}${who}`;
  return `changed since ${command.since}${command.until === null ? '' : ` until ${command.until}`}${where}${who}`;
}

function describeFind(command: FindCommand, nameOf: NameOf): string {
  if (command.act === 'answer') return `answer ${command.query}`;
  if (command.act === 'search')
    return `search ${command.query}${command.kinds.length === 0 ? '' : ` in ${command.kinds.join(' ')}`}`;
  const { what } = command;
  if (what.kind === 'task') return `open ${what.key}`;
  return what.kind === 'words' ? `open words ${what.words}` : `open ${what.kind} ${nameOf(what.id)}`;
}

function describeReport(command: ReportCommand, nameOf: NameOf): string {
  const { deliver } = command;
  const rule = deliver?.rule?.replace('FREQ=', ' ') ?? '';
  const delivery = deliver === undefined ? '' : ` | as ${deliver.as}${rule}`;
  const inProject = (id: string | null) => (id === null ? '' : ` in ${nameOf(id)}`);
  const describe = (): string => {
    switch (command.act) {
      case 'standup':
      case 'weekly': {
        const who = command.personId === null ? '' : ` by ${nameOf(command.personId)}`;
        return `${command.act}${inProject(command.projectId)}${who}`;
      }
      case 'summary': {
        const { of } = command;
        if (of.kind === 'these') return 'summary these';
        if (of.kind === 'task') return `summary task ${of.key}`;
        return `summary ${of.kind} ${of.kind === 'project' ? nameOf(of.id) : of.title}`;
      }
      case 'duplicates':
        return `duplicates${command.key === null ? '' : ` ${command.key}`}${inProject(command.projectId)}`;
      case 'metrics': {
        const days = command.days === null ? '' : ` over ${command.days}`;
        return `metrics${command.metric === null ? '' : ` ${command.metric}`}${inProject(command.projectId)}${days}`;
      }
      case 'triage':
      case 'forecast':
        return `${command.act}${inProject(command.projectId)}`;
    }
  };
  return `${describe()}${delivery}`;
}

function describeControl(command: ControlCommand, nameOf: NameOf): string {
  if (command.act !== 'onlyIn') return command.act;
  return `only in ${command.projectId === null ? 'all' : nameOf(command.projectId)}`;
}
