import type { DatabaseSettings } from '#platform/db/index.ts';

type RewriteStatement = NonNullable<DatabaseSettings['rewriteStatement']>;

/** Matches the application's team filters: `team_id = $3`, `"t"."team_id" = $3::uuid`, `team_id = (select app_team())`. */
const TEAM_FILTER = /(?:"?\b\w+"?\.)?"?\bteam_id"?\s*=\s*(?:\$(\d+)(?:::uuid)?|\(select app_team\(\)\))/g;

/** Removes the team filter from statements while `isOn` is true. Only tests can inject it. */
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
        // Keep a reference to the parameter because the database must infer its type.
        return number === undefined ? 'true' : `($${number}::uuid is not null)`;
      });
    },
  };
  return drill;
}

/** Records the statements executed for requests in a team. */
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

/**
 * Describes a statement that uses one of these tables without a team filter and without inserting a `team_id`. Returns null for other
 * statements.
 */
export function findTableWithoutTeam(text: string, tables: readonly string[]): string | null {
  const named = tables.find((table) => new RegExp(`(from|join|into|update) "?${table}"?\\b`).test(text));
  const fillsIn = /insert into "?\w+"? \("?team_id\b/.test(text);
  // Accept rows that are joined to the team's own row.
  const isOfTeam = /\bteam_id = (\w+)\.id where \1\.id = \$\d/.test(text);
  if (named === undefined || fillsIn || isOfTeam || text.search(TEAM_FILTER) >= 0) return null;
  return `${named}: ${text}`;
}
