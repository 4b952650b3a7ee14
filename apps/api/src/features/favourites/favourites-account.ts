import type { AccountExport } from '@hearth/contracts/account/account';
import type { AccountPart } from '#features/auth/index.ts';
import { listTeamsOf, loadActor } from '#features/members/index.ts';
import { readTeam, withUser } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { listKinds } from './favourite-kind.ts';
import { listFavourites } from './favourites.queries.ts';

const PAGE = 500;

/** The part of an account with the user's favourites, limited to currently visible objects. */
export function createFavouritesPart(app: App): AccountPart {
  return {
    async export(userId): Promise<Pick<AccountExport, 'favourites'>> {
      const favourites: AccountExport['favourites'] = [];
      const teamIds = await withUser(app.db, { userId }, (tx) => listTeamsOf(tx, userId), {
        isReadOnly: true,
      });
      for (const teamId of teamIds) {
        for (const favourite of await readAll(teamId, userId)) favourites.push({ teamId, ...favourite });
      }
      return { favourites };
    },
  };

  async function readAll(teamId: string, userId: string): ReturnType<typeof listFavourites> {
    const all: Awaited<ReturnType<typeof listFavourites>> = [];
    for (;;) {
      const rows = await readTeam(app.db, { teamId, userId }, async (tx) => {
        const actor = await loadActor(tx, userId);
        if (actor === null) return [];
        return await listFavourites(tx, listKinds(app), actor, { after: all.at(-1) ?? null, limit: PAGE });
      });
      all.push(...rows.slice(0, PAGE));
      if (rows.length <= PAGE) return all;
    }
  }
}
