import type {
  TemplateContent,
  TemplateStatus,
  TemplateTask,
} from '@hearth/contracts/templates/template-values';
import type { SampleWords } from './sample-words.ts';

const BACKLOG: TemplateStatus = { name: 'Backlog', category: 'backlog' };
const TO_DO: TemplateStatus = { name: 'To do', category: 'unstarted' };
const IN_PROGRESS: TemplateStatus = { name: 'In progress', category: 'started' };
const IN_REVIEW: TemplateStatus = { name: 'In review', category: 'started' };

const PLAIN = {
  parent: null,
  descriptionDoc: null,
  priority: 'none',
  labels: [],
  type: null,
  estimate: null,
  startDay: null,
  dueDay: null,
  roles: [],
  memberIds: [],
  checklist: [],
  milestone: null,
} as const satisfies Partial<TemplateTask>;

/** Places in the list below. */
const [PLAN, WRITE, PUBLISH] = [3, 4, 5];

/**
 * What a sample project shows: states, dates, somebody to do it, a sub-task, what waits for something else, a label, steps.
 * Nothing in it is done already: figures would tell of work that nobody has done.
 */
export function makeSampleContent(words: SampleWords): TemplateContent {
  const task = (
    [title, description]: readonly [string, string],
    status: TemplateStatus,
    rest: Partial<TemplateTask> = {},
  ): TemplateTask => ({ ...PLAIN, title, description, status, ...rest });
  const mine = { roles: [0] };
  return {
    roles: [''],
    tasks: [
      task(words.move, TO_DO, { ...mine, dueDay: 0, priority: 'high' }),
      task(words.finish, TO_DO, { ...mine, dueDay: 0 }),
      task(words.open, IN_PROGRESS, { ...mine, checklist: words.steps }),
      task(words.plan, IN_PROGRESS, { startDay: 0, dueDay: 7, priority: 'medium' }),
      task(words.write, TO_DO, { ...mine, parent: PLAN, dueDay: 3 }),
      task(words.publish, TO_DO, { dueDay: 5 }),
      task(words.quick, BACKLOG, { labels: [words.label] }),
      task(words.comment, IN_REVIEW),
    ],
    relations: [{ kind: 'blocks', from: WRITE, to: PUBLISH }],
    milestones: [],
    project: {
      description: words.description,
      color: 'sky',
      startDay: null,
      targetDay: null,
      cycles: null,
      limits: [],
    },
  };
}
