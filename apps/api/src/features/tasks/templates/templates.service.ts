import { can, canChangeTemplate, type Actor } from '@hearth/contracts/permissions/permissions';
import { TEMPLATE_LIMITS, type Template } from '@hearth/contracts/templates/template-values';
import { runCommand, type RequestKey, type Command, type CommandResult } from '#platform/commands/index.ts';
import { AppError, refusalOf, notFound } from '#platform/errors.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import { oldestRestorable } from '#platform/restorable.ts';
import { captureWork, type Source } from './template-source.ts';
import { countTemplates, insertTemplate, lockTemplate, updateTemplate } from './templates.queries.ts';

type TemplateReply = { template: Template };
interface TeamActor {
  teamId: string;
  actor: Actor;
}
type TemplateTarget = TeamActor & { templateId: string };

export async function createTemplate(
  app: App,
  { teamId, actor, source }: TeamActor & { source: Source },
  body: BodyOf<'templates.fromTask'>,
  requestKey: RequestKey,
): Promise<CommandResult<TemplateReply>> {
  if (!can(actor, 'templates.create')) throw refusalOf(actor, 'templates.create');
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const { tx } = command;
    const content = await captureWork(command, actor, source, {
      people: body.people ?? [],
      timeZone: body.timeZone ?? 'UTC',
    });
    const bytes = Buffer.byteLength(JSON.stringify(content));
    await assertRoom(command, bytes);
    const now = command.now.toISOString();
    const template: Template = {
      id: body.id ?? command.newId(),
      name: body.name,
      kind: source.kind,
      content,
      createdBy: actor.userId,
      createdAt: now,
      updatedAt: now,
    };
    await insertTemplate(tx, template);
    command.put('template', template.id, null, template, 'staff');
    return { template };
  });
}

export async function changeTemplate(
  app: App,
  on: TemplateTarget,
  body: BodyOf<'templates.update'>,
  requestKey: RequestKey,
): Promise<CommandResult<TemplateReply>> {
  return await runCommand(
    app,
    { teamId: on.teamId, userId: on.actor.userId, requestKey },
    async (command) => {
      const before = await lockLiveTemplate(command, on);
      const name = body.name ?? before.name;
      if (name === before.name) return { template: before };
      const template = { ...before, name, updatedAt: command.now.toISOString() };
      await updateTemplate(command.tx, template.id, { name, updated_at: command.now });
      command.put('template', template.id, before, template, 'staff');
      return { template };
    },
  );
}

export async function removeTemplate(
  app: App,
  on: TemplateTarget,
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  return await runCommand(
    app,
    { teamId: on.teamId, userId: on.actor.userId, requestKey },
    async (command) => {
      const { id } = await lockLiveTemplate(command, on);
      await updateTemplate(command.tx, id, { deleted_at: command.now });
      command.remove('template', id, 'staff');
      return null;
    },
  );
}

export async function restoreTemplate(
  app: App,
  on: TemplateTarget,
  requestKey: RequestKey,
): Promise<CommandResult<TemplateReply>> {
  return await runCommand(
    app,
    { teamId: on.teamId, userId: on.actor.userId, requestKey },
    async (command) => {
      const { template, deletedAt } = await lockChangeable(command, on);
      // Idempotent: a concurrent request has already restored the template.
      if (deletedAt === null) return { template };
      if (deletedAt < oldestRestorable(command.now)) throw notFound('This template');
      await assertRoom(command, Buffer.byteLength(JSON.stringify(template.content)));
      await updateTemplate(command.tx, template.id, { deleted_at: null });
      command.put('template', template.id, null, template, 'staff');
      return { template };
    },
  );
}

/**
 * Locks a template.
 * @throws AppError NOT_FOUND, FORBIDDEN unless the caller may change it
 */
async function lockChangeable(
  { tx }: Command,
  { actor, templateId }: TemplateTarget,
): Promise<{ template: Template; deletedAt: Date | null }> {
  const locked = await lockTemplate(tx, templateId);
  if (locked === null) throw notFound('This template');
  if (canChangeTemplate(actor, locked.template)) return locked;
  const rule = 'Only the person who made this template, admins and owners can change or delete it.';
  throw new AppError('FORBIDDEN', rule, { action: 'templates.change' });
}

async function lockLiveTemplate(command: Command, on: TemplateTarget): Promise<Template> {
  const { template, deletedAt } = await lockChangeable(command, on);
  if (deletedAt !== null) throw notFound('This template');
  return template;
}

async function assertRoom({ tx }: Command, bytes: number): Promise<void> {
  const usage = await countTemplates(tx);
  if (usage.count >= TEMPLATE_LIMITS.perTeam)
    throw new AppError(
      'INVALID_STATE',
      `A team can have up to ${TEMPLATE_LIMITS.perTeam} templates. Delete one first.`,
    );
  if (bytes > TEMPLATE_LIMITS.bytes)
    throw new AppError('INVALID_STATE', 'This is too much text for one template. The limit is 512 kB.');
  if (usage.bytes + bytes > TEMPLATE_LIMITS.teamBytes)
    throw new AppError(
      'INVALID_STATE',
      'A team’s templates can take up to 8 MB in total. Delete some first.',
    );
}
