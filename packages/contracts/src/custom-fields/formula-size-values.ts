import { parseFormula, type ReadFormula } from './formula-parse-values.ts';
import { FORMULA_LIMITS, type FormulaField, type FormulaNode } from './formula-values.ts';

/*
 * Cost limit. Formulas can reference each other, so a few short formulas can grow exponentially. The cost of a formula includes its
 * dependencies. Formulas above the limit are never stored, computed or translated to SQL.
 */

/**
 * Measures the cost of each formula including its dependencies, counting each reference. The cost of circular formulas is infinite.
 * Formulas that cannot be parsed cost 1 because they yield no value.
 */
export function measureFormulas(fields: readonly FormulaField[]): ReadonlyMap<string, number> {
  const known = new Map(fields.map((field) => [field.id, field]));
  const sizes = new Map<string, number>();
  const measureField = (id: string): number => {
    const field = known.get(id);
    if (field?.type !== 'formula') return 1;
    const size = sizes.get(id);
    if (size !== undefined) return size;
    // Circular reference: this field is already being measured.
    sizes.set(id, Infinity);
    const read = parseFormula(field.formula ?? '', fields);
    const total = 'fault' in read ? 1 : measureTree(read.tree, measureField);
    sizes.set(id, total);
    return total;
  };
  for (const { id, type } of fields) if (type === 'formula') measureField(id);
  return sizes;
}

/** Iterative because long chains of operators result in deep trees. */
function measureTree(tree: FormulaNode, measureField: (id: string) => number): number {
  const named = new Map<string, number>();
  const rest = [tree];
  let size = 0;
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (node.node === 'field') named.set(node.id, (named.get(node.id) ?? 0) + 1);
    else size += 1;
    rest.push(...partsOf(node));
  }
  for (const [id, times] of named) size += times * measureField(id);
  return size;
}

/**
 * Validates the new formula of a field: it must not be circular, and must be within the cost limit including dependencies.
 * @param ownId id of the field
 */
export function checkFormula(stored: string, fields: readonly FormulaField[], ownId: string): ReadFormula {
  const read = parseFormula(stored, fields);
  if ('fault' in read) return read;
  if (namesItself(read.tree, fields, ownId)) return { fault: { kind: 'circle', at: 0, what: '' } };
  const sizes = measureFormulas(fields.filter(({ id }) => id !== ownId));
  const isLarge = measureTree(read.tree, (id) => sizes.get(id) ?? 1) > FORMULA_LIMITS.nodes;
  return isLarge ? { fault: { kind: 'large', at: 0, what: '' } } : read;
}

/** Finds a formula that is too costly or circular after a change to one field, or null. Measures all formulas, as any may depend on it. */
export function findTooLarge(
  changed: FormulaField,
  fields: readonly FormulaField[],
): { field: FormulaField; kind: 'large' | 'circle' } | null {
  const all = [...fields.filter(({ id }) => id !== changed.id), changed];
  const sizes = measureFormulas(all);
  const field = all.find(({ id }) => (sizes.get(id) ?? 0) > FORMULA_LIMITS.nodes);
  if (field === undefined) return null;
  return { field, kind: sizes.get(field.id) === Infinity ? 'circle' : 'large' };
}

function namesItself(tree: FormulaNode, fields: readonly FormulaField[], ownId: string): boolean {
  const known = new Map(fields.map((field) => [field.id, field]));
  const seen = new Set<string>();
  const rest = [tree];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    rest.push(...partsOf(node));
    if (node.node !== 'field' || seen.has(node.id)) continue;
    if (node.id === ownId) return true;
    seen.add(node.id);
    const named = known.get(node.id);
    const read = named?.type === 'formula' ? parseFormula(named.formula ?? '', fields) : null;
    if (read !== null && 'tree' in read) rest.push(read.tree);
  }
  return false;
}

function partsOf(tree: FormulaNode): readonly FormulaNode[] {
  switch (tree.node) {
    case 'minus':
    case 'percent':
      return [tree.of];
    case 'sign':
      return [tree.left, tree.right];
    case 'call':
      return tree.args;
    default:
      return [];
  }
}
