import type { User } from '@hearth/contracts/auth/auth';
import type { App } from '#platform/feature.ts';

/** Emits a profile change. A failing listener does not fail the request, because the next snapshot contains the profile. */
export async function emitPersonChanged(app: App, before: User, after: User): Promise<void> {
  try {
    await app.events.emit('person.changed', before, after);
  } catch (error) {
    app.log.error({ err: error, userId: after.id }, 'failed to publish a changed profile to the teams');
  }
}

export function isSamePerson(one: User, other: User): boolean {
  return one.name === other.name && one.email === other.email && one.image === other.image;
}
