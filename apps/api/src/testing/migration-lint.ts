const FORBIDDEN: { pattern: RegExp; reason: string }[] = [
  { pattern: /\btruncate\b/, reason: 'empties a table' },
  {
    pattern: /\bdrop\s+(table|schema|database|role)\b/,
    reason: 'loses data; leave the table and stop using it',
  },
  { pattern: /\bdrop\s+column\b/, reason: 'loses data; leave the column and stop using it' },
  { pattern: /\bdrop\b[^;]*\bcascade\b/, reason: 'drops more than it names' },
  { pattern: /\bdelete\s+from\s+\w+\s*(;|$)/, reason: 'deletes every row' },
  { pattern: /\b(disable|no force)\s+(row level security|rls)/, reason: 'disables the isolation of teams' },
  { pattern: /\b(bypassrls|superuser)\b/, reason: 'grants a role excessive privileges' },
  { pattern: /\bsecurity\s+definer\b/, reason: 'bypasses row level security' },
  {
    pattern: /(^|;)\s*(begin|commit|rollback|start transaction)\s*;/,
    reason: 'each file already is one transaction',
  },
  { pattern: /\bconcurrently\b/, reason: 'cannot run inside a transaction' },
];

function removeNoise(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\bnosuperuser\b|\bnobypassrls\b/g, '');
}

/** Finds statements that are forbidden in forward-only migrations. @returns a description of each */
export function lintMigration(text: string): string[] {
  const bare = removeNoise(text);
  return FORBIDDEN.filter(({ pattern }) => pattern.test(bare)).map(
    ({ pattern, reason }) => `${pattern.exec(bare)?.[0].trim()}: ${reason}`,
  );
}
