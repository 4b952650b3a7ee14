import type { DatabaseSettings } from '#platform/db/index.ts';

type RewriteStatement = NonNullable<DatabaseSettings['rewriteStatement']>;

/** `team_id = $3`, `"t"."team_id" = $3::uuid`, `team_id = (select app_team())`: the application's team filters. */
const TEAM_FILTER = /(?:"?\b\w+"?\.)?"?\bteam_id"?\s*=\s*(?:\$(\d+)(?:::uuid)?|\(select app_team\(\)\))/g;

/** Removes the team filter from statements while it is on. Only tests can inject it. */
interface FilterDrill {
  rewriteStatement: RewriteStatement;
  isOn: boolean;
  /** Number of filters removed. */
  removed: number;
}

export function createFilterDrill(): FilterDrill {
  const drill: FilterDrill = {
    isOn: false,
    removed: 0,
    rewriteStatement: (text, settings) => {
      if (!drill.isOn || settings.role === 'owner') return text;
      return text.replaceAll(TEAM_FILTER, (_whole, number?: string) => {
        drill.removed += 1;
        // The parameter is kept, or the database could not infer its type.
        return number === undefined ? 'true' : `($${number}::uuid is not null)`;
      });
    },
  };
  return drill;
}

/** Records the statements of requests that act in a team. */
export function createStatementLog(): { rewriteStatement: RewriteStatement; texts: Set<string> } {
  const texts = new Set<string>();
  return {
    texts,
    rewriteStatement: (text, settings) => {
      if (settings.role !== 'owner' && settings.teamId !== null)
        texts.add(text.replaceAll(/\s+/g, ' ').trim());
      return text;
    },
  };
}

/** A statement that reads or writes one of these tables without a team: it neither compares `team_id` with a parameter nor inserts it. */
export function findTableWithoutTeam(text: string, tables: readonly string[]): string | null {
  const named = tables.find((table) => new RegExp(`(from|join|into|update) "?${table}"?\\b`).test(text));
  const fillsIn = /insert into "?\w+"? \("?team_id\b/.test(text);
  // Rows joined to the team's own row.
  const isOfTeam = /\bteam_id = (\w+)\.id where \1\.id = \$\d/.test(text);
  if (named === undefined || fillsIn || isOfTeam || text.search(TEAM_FILTER) >= 0) return null;
  return `${named}: ${text}`;
}
