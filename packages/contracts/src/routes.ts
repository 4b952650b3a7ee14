import { accountRoutes, filesRoutes } from './account/account.ts';
import { analyticsRoutes } from './analytics/analytics.ts';
import { reportRoutes } from './analytics/reports.ts';
import { auditRoutes } from './audit/audit.ts';
import { authRoutes } from './auth/auth.ts';
import { billingRoutes } from './billing/billing.ts';
import { invoicesRoutes } from './billing/invoices.ts';
import { seatsRoutes } from './billing/seats.ts';
import { supportRoutes } from './billing/support.ts';
import { clockRoutes } from './core/product-clock.ts';
import { bulkTasksRoutes } from './tasks/bulk-tasks.ts';
import { commentsRoutes } from './comments/comments.ts';
import { contactRoutes } from './teams/contact.ts';
import { customFieldsRoutes } from './custom-fields/custom-fields.ts';
import { firstLoadRoutes } from './first-load.ts';
import { invitesRoutes } from './invites/invites.ts';
import { attachmentRoutes } from './attachments/attachments.ts';
import { checklistRoutes } from './checklists/checklist.ts';
import { taskCountsRoutes } from './tasks/task-counts.ts';
import { changedTasksRoutes } from './history/changed-tasks.ts';
import { personalTasksRoutes } from './reminders/personal-tasks.ts';
import { favouritesRoutes } from './favourites/favourites.ts';
import { labelsRoutes } from './labels/labels.ts';
import { savedViewsRoutes } from './views/saved-views.ts';
import { cyclesRoutes } from './cycles/cycles.ts';
import { milestonesRoutes } from './milestones/milestones.ts';
import { relationsRoutes } from './relations/relations.ts';
import { mailRoutes } from './notifications/mail.ts';
import { seriesRoutes } from './series/series.ts';
import { membersRoutes } from './members/members.ts';
import { projectsRoutes } from './projects/projects.ts';
import { sampleProjectRoutes } from './projects/sample-project.ts';
import { publicLinksRoutes } from './public-links/public-links.ts';
import { syncRoutes } from './sync.ts';
import { statusesRoutes, tasksRoutes } from './tasks/tasks.ts';
import { teamsRoutes } from './teams/teams.ts';
import { documentAttachmentRoutes } from './documents/document-attachments.ts';
import { documentsRoutes } from './documents/documents.ts';
import { assistantRoutes } from './assistant/assistant.ts';
import { mcpRoutes } from './assistant/mcp.ts';
import { transferRoutes } from './transfer/transfer.ts';
import { searchRoutes } from './search/search.ts';
import { watchingRoutes } from './watchers/watching.ts';
import { templatesRoutes } from './templates/templates.ts';
import { taskTypesRoutes } from './task-types/task-types.ts';
import { tokensRoutes } from './tokens/tokens.ts';
import { trashRoutes } from './trash/trash.ts';
import { timeRoutes } from './time-tracking/time.ts';
import { workTimesRoutes } from './members/work-times.ts';

/** The complete HTTP API, without WebSockets: the source of registration, OpenAPI, the typed client and the permission matrix. */
export const ROUTES = [
  ...authRoutes,
  ...accountRoutes,
  ...filesRoutes,
  ...tokensRoutes,
  ...billingRoutes,
  ...invoicesRoutes,
  ...seatsRoutes,
  ...supportRoutes,
  ...clockRoutes,
  ...teamsRoutes,
  ...membersRoutes,
  ...workTimesRoutes,
  ...auditRoutes,
  ...invitesRoutes,
  ...projectsRoutes,
  ...sampleProjectRoutes,
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
  ...personalTasksRoutes,
  ...changedTasksRoutes,
  ...taskCountsRoutes,
  ...commentsRoutes,
  ...checklistRoutes,
  ...attachmentRoutes,
  ...timeRoutes,
  ...seriesRoutes,
  ...documentsRoutes,
  ...documentAttachmentRoutes,
  ...trashRoutes,
  ...searchRoutes,
  ...analyticsRoutes,
  ...reportRoutes,
  ...assistantRoutes,
  ...mcpRoutes,
  ...syncRoutes,
  ...firstLoadRoutes,
  ...transferRoutes,
  ...contactRoutes,
  ...mailRoutes,
] as const;

export type AnyRoute = (typeof ROUTES)[number];
