import type { Row } from './types.ts';

const known = new Map<string, string>();

/**
 * Interns the ids that many rows contain (project, status, users). Each row off the wire has its own copy of every string. At 100,000
 * tasks, these copies are most of their memory. Runs once per row before the row is published.
 */
export function internRow(row: Row): void {
  const fields = row as Record<string, unknown>;
  for (const name in fields) {
    const value = fields[name];
    if (typeof value === 'string') {
      if (name.endsWith('Id') || name === 'createdBy') fields[name] = internText(value);
      else if (value === '') fields[name] = '';
      else if (name === 'updatedAt' && value === fields['createdAt']) fields[name] = fields['createdAt'];
    } else if (Array.isArray(value) && name.endsWith('Ids')) {
      fields[name] = value.map((id: unknown) => (typeof id === 'string' ? internText(id) : id));
    }
  }
}

function internText(text: string): string {
  const same = known.get(text);
  if (same !== undefined) return same;
  known.set(text, text);
  return text;
}
