import { createHash } from 'node:crypto';
import { hasRole, type Actor } from '@hearth/contracts/permissions/permissions';
import { SCREEN, type PresenceLocation } from '@hearth/contracts/presence/presence-values';
import { workScope } from '#platform/commands/index.ts';
import { canSeeScope } from './visibility.ts';

/**
 * Returns the part of a location that this user may see, or an empty list. The task and the screen below it are checked separately, each by
 * its own project.
 */
export function redactLocation(actor: Actor, location: PresenceLocation): PresenceLocation[] {
  const { screen } = location;
  const projectOfScreen = screen === null ? null : (SCREEN.exec(screen)?.[1] ?? null);
  const seesScreen = screen !== null && maySee(actor, projectOfScreen);
  if (maySee(actor, location.projectId)) return [seesScreen ? location : { ...location, screen: null }];
  return seesScreen ? [{ ...location, projectId: projectOfScreen, taskId: null, field: null }] : [];
}

function maySee(actor: Actor, projectId: string | null): boolean {
  return canSeeScope(actor, workScope(projectId));
}

const keys = new WeakMap<Actor, string>();

/**
 * Returns a key that is equal for users who may see the same locations. Cached per actor object because reloaded permissions are a new
 * object.
 */
export function keyOfSight(actor: Actor): string {
  const known = keys.get(actor);
  if (known !== undefined) return known;
  const isStaff = hasRole(actor.role, 'member');
  const granted = Object.keys(actor.grants).filter((id) => !isStaff || id in actor.privateProjects);
  const closed = isStaff ? Object.keys(actor.privateProjects) : [];
  const text = JSON.stringify([actor.role === null, isStaff, granted.toSorted(), closed.toSorted()]);
  const key = createHash('sha1').update(text).digest('base64');
  keys.set(actor, key);
  return key;
}
