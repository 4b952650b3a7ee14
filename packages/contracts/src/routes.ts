import { accountRoutes, filesRoutes } from './account.ts';
import { auditRoutes } from './audit.ts';
import { authRoutes } from './auth.ts';
import { billingRoutes } from './billing.ts';
import { bulkTasksRoutes } from './bulk-tasks.ts';
import { commentsRoutes } from './comments.ts';
import { contactRoutes } from './contact.ts';
import { customFieldsRoutes } from './custom-fields.ts';
import { firstLoadRoutes } from './first-load.ts';
import { invitesRoutes } from './invites.ts';
import { attachmentRoutes } from './attachments.ts';
import { checklistRoutes } from './checklist.ts';
import { changedTasksRoutes } from './changed-tasks.ts';
import { ownTasksRoutes } from './own-tasks.ts';
import { favouritesRoutes } from './favourites.ts';
import { labelsRoutes } from './labels.ts';
import { savedViewsRoutes } from './saved-views.ts';
import { cyclesRoutes } from './cycles.ts';
import { milestonesRoutes } from './milestones.ts';
import { relationsRoutes } from './relations.ts';
import { mailRoutes } from './mail.ts';
import { seriesRoutes } from './series.ts';
import { membersRoutes } from './members.ts';
import { projectsRoutes } from './projects.ts';
import { publicLinksRoutes } from './public-links.ts';
import { syncRoutes } from './sync.ts';
import { statusesRoutes, tasksRoutes } from './tasks.ts';
import { teamsRoutes } from './teams.ts';
import { transferRoutes } from './transfer.ts';
import { watchingRoutes } from './watching.ts';
import { templatesRoutes } from './templates.ts';
import { taskTypesRoutes } from './task-types.ts';
import { tokensRoutes } from './tokens.ts';
import { trashRoutes } from './trash.ts';
import { timeRoutes } from './time.ts';
import { workTimesRoutes } from './work-times.ts';

/** The whole surface, in one list: registration, OpenAPI, the typed client and the rights matrix are made from it. */
export const ROUTES = [
  ...authRoutes,
  ...accountRoutes,
  ...filesRoutes,
  ...tokensRoutes,
  ...billingRoutes,
  ...teamsRoutes,
  ...membersRoutes,
  ...workTimesRoutes,
  ...auditRoutes,
  ...invitesRoutes,
  ...projectsRoutes,
  ...publicLinksRoutes,
  ...milestonesRoutes,
  ...cyclesRoutes,
  ...statusesRoutes,
  ...labelsRoutes,
  ...taskTypesRoutes,
  ...customFieldsRoutes,
  ...savedViewsRoutes,
  ...favouritesRoutes,
  ...templatesRoutes,
  ...tasksRoutes,
  ...bulkTasksRoutes,
  ...watchingRoutes,
  ...relationsRoutes,
  ...ownTasksRoutes,
  ...changedTasksRoutes,
  ...commentsRoutes,
  ...checklistRoutes,
  ...attachmentRoutes,
  ...timeRoutes,
  ...seriesRoutes,
  ...trashRoutes,
  ...syncRoutes,
  ...firstLoadRoutes,
  ...transferRoutes,
  ...contactRoutes,
  ...mailRoutes,
] as const;

export type AnyRoute = (typeof ROUTES)[number];
