import { DAY_MS } from '@hearth/contracts/core/days';
import { canShareProject, type Actor } from '@hearth/contracts/permissions/permissions';
import {
  PUBLIC_LINK_DEFAULT_DAYS,
  type PublicLinkState,
} from '@hearth/contracts/public-links/public-link-values';
import type { PublicLink } from '@hearth/contracts/public-links/public-links';
import { asAuditObject, lockProject } from '#features/projects/index.ts';
import { findTeam } from '#features/teams/index.ts';
import { runCommand, type RequestKey, type Command, type CommandResult } from '#platform/commands/index.ts';
import { AppError, notFound, projectArchived } from '#platform/errors.ts';
import type { Listeners } from '#platform/events.ts';
import type { BodyOf, App, LoadedObject } from '#platform/feature.ts';
import { makeToken, urlOf } from './link-token.ts';
import { deleteLink, findLink, putLink, type LinkRow, type DetailedLink } from './public-links.queries.ts';

interface ProjectTarget {
  teamId: string;
  actor: Actor;
  object: LoadedObject;
}

/**
 * Creates the link of a project, changes its settings, or replaces it. The response stored for idempotency contains the link only in
 * encrypted form. It is decrypted again for each response.
 * @throws AppError NOT_FOUND; FORBIDDEN for guests, and if the team disallows public links; INVALID_STATE for a private project;
 * PROJECT_ARCHIVED
 */
export async function putPublicLink(
  app: App,
  on: ProjectTarget,
  settings: BodyOf<'publicLinks.put'>,
  requestKey: RequestKey,
): Promise<CommandResult<{ publicLink: PublicLink }>> {
  const { teamId, actor, object } = on;
  if (!canShareProject(actor, object)) throw new AppError('FORBIDDEN', 'Guests can’t make public links.');
  const token = makeToken(app);
  const result = await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const { tx, now } = command;
    const project = await lockForShare(command, object.id);
    const before = await findLink(tx, object.id);
    const isNewToken = before === null || settings.isNew;
    const current = before ?? FRESH;
    const link: LinkRow = {
      project_id: object.id,
      token_secret: before === null || isNewToken ? token.secret : before.token_secret,
      shows_descriptions: settings.showsDescriptions ?? current.shows_descriptions,
      shows_names: settings.showsNames ?? current.shows_names,
      created_by: actor.userId,
      created_at: now,
      expires_at: endOf(settings.expiresInDays, before, now),
    };
    await putLink(tx, link, isNewToken ? token.hash : null);
    const act = before === null ? 'made' : isNewToken ? 'replaced' : 'changed';
    command.audit({
      act: `publicLink.${act}`,
      ...asAuditObject(project),
      details: {
        showsDescriptions: link.shows_descriptions,
        showsNames: link.shows_names,
        expiresAt: link.expires_at?.toISOString() ?? null,
      },
    });
    const stored = await findLink(tx, object.id);
    if (stored === null) throw notFound('This public link');
    const { url: _url, ...fields } = toPublicLink(app, stored);
    return { publicLink: fields, tokenSecret: stored.token_secret.toString('base64') };
  });
  const { publicLink, tokenSecret } = result.value;
  const url = urlOf(app, Buffer.from(tokenSecret, 'base64'));
  return { ...result, value: { publicLink: { ...publicLink, url } } };
}

const FRESH = { shows_descriptions: false, shows_names: false };

/**
 * Returns the expiry date: `days` from now, or none if `days` is null. Without `days`, a valid link keeps its date, and a new or expired
 * link gets the default. Any change thus renews an expired link, which would otherwise show nothing.
 */
function endOf(days: number | null | undefined, before: DetailedLink | null, now: Date): Date | null {
  const isOver = before !== null && before.expires_at !== null && before.expires_at <= now;
  if (days === undefined && before !== null && !isOver) return before.expires_at;
  if (days === null) return null;
  return new Date(now.getTime() + (days ?? PUBLIC_LINK_DEFAULT_DAYS) * DAY_MS);
}

/** Locks and returns the project: it must not be made private or trashed before the link is written. */
async function lockForShare({ tx }: Command, projectId: string) {
  const locked = await lockProject(tx, projectId);
  if (locked === null) throw notFound('This project');
  const { project } = locked;
  if (project.archivedAt !== null) throw projectArchived();
  if (project.isPrivate)
    throw new AppError(
      'INVALID_STATE',
      'A private project can’t have a public link. Open it to the team first.',
    );
  const team = await findTeam(tx);
  if (team?.hasPublicLinks !== true)
    throw new AppError(
      'FORBIDDEN',
      'This team doesn’t allow public links. Owners and admins can change that.',
    );
  return project;
}

/** Revokes the link immediately and permanently. Causes no error if there is none. */
export async function deletePublicLink(
  app: App,
  { teamId, actor, object }: ProjectTarget,
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const locked = await lockProject(command.tx, object.id);
    if (locked === null) throw notFound('This project');
    if (await deleteLink(command.tx, object.id))
      command.audit({ act: 'publicLink.turnedOff', ...asAuditObject(locked.project) });
    return null;
  });
}

/**
 * Making a project private or trashing it revokes its link permanently: restoring the project does not restore the link. No separate audit
 * entry is written because the project's entry implies the end of its link.
 */
export const linkListener: Partial<Listeners> = {
  'project.madePrivate': async ({ tx }, project) => void (await deleteLink(tx, project.id)),
  'project.trashed': async ({ tx }, projectId) => void (await deleteLink(tx, projectId)),
};

/** A link as visible to the managers of its project. */
export function toPublicLink(app: App, row: DetailedLink): PublicLink {
  return {
    projectId: row.project_id,
    projectName: row.project_name,
    url: urlOf(app, row.token_secret),
    showsDescriptions: row.shows_descriptions,
    showsNames: row.shows_names,
    madeBy: { userId: row.created_by, name: row.maker_name },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    state: stateOf(row, app.clock.now()),
  };
}

function stateOf(row: DetailedLink, now: Date): PublicLinkState {
  if (!row.is_allowed) return 'forbidden';
  if (row.expires_at !== null && row.expires_at <= now) return 'expired';
  return row.is_archived ? 'archived' : 'open';
}
