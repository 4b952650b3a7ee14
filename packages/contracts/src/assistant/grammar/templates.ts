import { BUILT_IN_TEMPLATES, type BuiltInTemplate } from '#documents/document-values.ts';
import { listWords } from './concepts.ts';
import { normalizeWords } from './fold.ts';
import { TABLES } from './words.ts';

export type DocumentTemplate = { builtIn: BuiltInTemplate } | { name: string };

export function findTemplate(name: string): DocumentTemplate {
  const folded = normalizeWords(name);
  const builtIn = BUILT_IN_TEMPLATES.find((one) =>
    TABLES.some(({ templates }) =>
      listWords(templates[one] ?? '').some((label) => normalizeWords(label) === folded),
    ),
  );
  return builtIn === undefined ? { name } : { builtIn };
}
