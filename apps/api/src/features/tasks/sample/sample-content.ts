import { EMPTY_SCALARS } from '@hearth/contracts/model/scalar-field-values';
import type {
  TemplateContent,
  TemplateStatus,
  TemplateTask,
} from '@hearth/contracts/templates/template-values';
import type { SampleTexts } from './sample-texts.ts';

const BACKLOG: TemplateStatus = { name: 'Backlog', category: 'backlog' };
const TO_DO: TemplateStatus = { name: 'To do', category: 'unstarted' };
const IN_PROGRESS: TemplateStatus = { name: 'In progress', category: 'started' };
const IN_REVIEW: TemplateStatus = { name: 'In review', category: 'started' };

const PLAIN = {
  parent: null,
  descriptionDoc: null,
  ...EMPTY_SCALARS,
  labels: [],
  type: null,
  startDay: null,
  dueDay: null,
  roles: [],
  memberIds: [],
  checklist: [],
  milestone: null,
} as const satisfies Partial<TemplateTask>;

/** Indexes of tasks in the list below. */
const [PLAN, WRITE, PUBLISH] = [3, 4, 5];

/**
 * Builds a sample project with statuses, dates, an assignee, a sub-task, a blocked task, a label and a checklist. None of its tasks is
 * completed, because reports would then include tasks that nobody did.
 */
export function makeSampleContent(texts: SampleTexts): TemplateContent {
  const task = (
    [title, description]: readonly [string, string],
    status: TemplateStatus,
    rest: Partial<TemplateTask> = {},
  ): TemplateTask => ({ ...PLAIN, title, description, status, ...rest });
  const mine = { roles: [0] };
  return {
    roles: [''],
    tasks: [
      task(texts.move, TO_DO, { ...mine, dueDay: 0, priority: 'high' }),
      task(texts.finish, TO_DO, { ...mine, dueDay: 0 }),
      task(texts.open, IN_PROGRESS, { ...mine, checklist: texts.steps }),
      task(texts.plan, IN_PROGRESS, { startDay: 0, dueDay: 7, priority: 'medium' }),
      task(texts.write, TO_DO, { ...mine, parent: PLAN, dueDay: 3 }),
      task(texts.publish, TO_DO, { dueDay: 5 }),
      task(texts.quick, BACKLOG, { labels: [texts.label] }),
      task(texts.comment, IN_REVIEW),
    ],
    relations: [{ kind: 'blocks', from: WRITE, to: PUBLISH }],
    milestones: [],
    project: {
      description: texts.description,
      color: 'sky',
      startDay: null,
      targetDay: null,
      cycles: null,
      limits: [],
    },
  };
}
