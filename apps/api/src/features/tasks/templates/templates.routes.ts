import { templatesRoutes } from '@hearth/contracts/templates/templates';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodeIdCursor, toPage } from '#platform/http/paging.ts';
import { expandIntoTeam } from './template-use.service.ts';
import { findTemplate, listTemplates } from './templates.queries.ts';
import { changeTemplate, createTemplate, removeTemplate, restoreTemplate } from './templates.service.ts';

export function bindTemplates(app: App): Binding[] {
  const onTeam = ({ teamId, actor }: Caller) => ({ teamId, actor });
  const reader = ({ teamId, actor }: Caller) => ({ teamId, userId: actor.userId });

  return [
    bind('templates.list', templatesRoutes, async ({ caller, query }) => {
      const after = decodeIdCursor(query.cursor);
      const page = { after, limit: query.limit };
      const rows = await readTeam(app.db, reader(caller), (tx) => listTemplates(tx, page));
      const { rows: templates, nextCursor } = toPage(rows, query.limit, ({ id }) => [id]);
      return { templates, nextCursor };
    }),
    bind('templates.get', templatesRoutes, async ({ caller, params }) => {
      const find = readTeam(app.db, reader(caller), (tx) => findTemplate(tx, params.templateId));
      const template = await find;
      if (template === null) throw notFound('This template');
      return { template };
    }),
    bindCommand('templates.fromTask', templatesRoutes, async ({ caller, body, key }) => {
      const on = { ...onTeam(caller), source: { kind: 'task', id: caller.object.id } } as const;
      return await createTemplate(app, on, body, key);
    }),
    bindCommand('templates.fromProject', templatesRoutes, async ({ caller, body, key }) => {
      const on = { ...onTeam(caller), source: { kind: 'project', id: caller.object.id } } as const;
      return await createTemplate(app, on, body, key);
    }),
    bindCommand('templates.update', templatesRoutes, async ({ caller, params, body, key }) => {
      const on = { ...onTeam(caller), templateId: params.templateId };
      return await changeTemplate(app, on, body, key);
    }),
    bindCommand('templates.delete', templatesRoutes, async ({ caller, params, key }) => {
      const on = { ...onTeam(caller), templateId: params.templateId };
      return await removeTemplate(app, on, key);
    }),
    bindCommand('templates.restore', templatesRoutes, async ({ caller, params, key }) => {
      const on = { ...onTeam(caller), templateId: params.templateId };
      return await restoreTemplate(app, on, key);
    }),
    bindCommand('templates.use', templatesRoutes, async ({ caller, params, body, key }) => {
      const on = { ...onTeam(caller), templateId: params.templateId };
      return await expandIntoTeam(app, on, body, key);
    }),
  ];
}
