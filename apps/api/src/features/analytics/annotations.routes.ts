import { analyticsRoutes, type Annotation } from '@hearth/contracts/analytics/analytics';
import { hasRole } from '@hearth/contracts/permissions/permissions';
import { visibleTo } from '#features/projects/index.ts';
import { bindCommand, runCommand } from '#platform/commands/index.ts';
import { AppError, forbidden, notFound } from '#platform/errors.ts';
import { bind, type App, type Binding, type CallOf, type Caller } from '#platform/feature.ts';
import { decodeCursor, invalidCursor, toPage } from '#platform/http/paging.ts';
import { toUuid } from '#platform/uuid.ts';
import {
  deleteAnnotation,
  insertAnnotation,
  listAnnotations,
  lockAnnotation,
} from './annotations.queries.ts';
import { sendTable, toTable } from './csv.ts';
import { isProjectVisible } from './scope.queries.ts';
import { queryAnalytics, assertPeriod, assertPro } from './scope.service.ts';

type ListQuery = CallOf<'analytics.annotations'>['query'];
const COLUMNS = ['id', 'day', 'text', 'projectId', 'createdBy'] as const;

export function bindAnnotations(app: App): Binding[] {
  const list = async (caller: Caller, query: ListQuery) => {
    assertPeriod(query.from, query.to);
    const after = readCursor(query.cursor);
    const { limit } = query;
    const found = await queryAnalytics(app, caller, query, ({ tx, scope }) =>
      listAnnotations(tx, scope.visible, query, { after, limit }),
    );
    const { rows, nextCursor } = toPage(found, limit, ({ day, id }) => [day, id]);
    return { annotations: rows, nextCursor };
  };
  return [
    bind('analytics.annotations', analyticsRoutes, async ({ caller, query }) => await list(caller, query)),
    bind('analytics.annotationsCsv', analyticsRoutes, async ({ caller, query, reply }) => {
      await sendTable(reply, 'notes', toTable(COLUMNS, (await list(caller, query)).annotations));
    }),
    bindCommand('analytics.annotate', analyticsRoutes, async ({ caller, body, key: requestKey }) => {
      const { teamId, actor } = caller;
      return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
        const projectId = body.projectId ?? null;
        if (projectId !== null && !(await isProjectVisible(command.tx, projectId, visibleTo(actor))))
          throw notFound('This project');
        await assertPro(command.tx);
        const annotation: Annotation = {
          id: body.id ?? command.newId(),
          day: body.day,
          text: body.text,
          projectId,
          createdBy: actor.userId,
        };
        if (!(await insertAnnotation(command.tx, annotation, command.now)))
          throw new AppError('CONFLICT', 'This id is already in use.');
        return { annotation };
      });
    }),
    bindCommand('analytics.unannotate', analyticsRoutes, async ({ caller, params, key: requestKey }) => {
      const { teamId, actor } = caller;
      return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async ({ tx }) => {
        const annotation = await lockAnnotation(tx, params.annotationId, visibleTo(actor));
        if (annotation === null) throw notFound('This note');
        // Only the author and team admins may delete an annotation.
        if (annotation.createdBy !== actor.userId && !hasRole(actor.role, 'admin'))
          throw forbidden('analytics.annotate');
        await deleteAnnotation(tx, annotation.id);
        return null;
      });
    }),
  ];
}

function readCursor(cursor: string | undefined): { day: string; id: string } | null {
  const key = decodeCursor(cursor, 2);
  if (key === null) return null;
  const [day = '', id = ''] = key;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || toUuid(id) === null) throw invalidCursor();
  return { day, id };
}
