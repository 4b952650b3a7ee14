import { sql, type RawBuilder } from 'kysely';
import { parseFormula } from '@hearth/contracts/custom-fields/formula-parse-values';
import { measureFormulas } from '@hearth/contracts/custom-fields/formula-size-values';
import {
  FORMULA_FAULT_MESSAGES,
  FORMULA_LIMITS,
  type BuiltIn,
  type FormulaField,
  type FormulaNode,
  type FormulaSign,
} from '@hearth/contracts/custom-fields/formula-values';
import { invalidField } from '#platform/errors.ts';

type Sql = RawBuilder<unknown>;

/** The formulas that a statement uses. Each is computed once per row. */
export interface FormulaSql {
  /** Returns SQL for the result of a formula as jsonb, or null if the field is not among the formulas of the statement. */
  valueOf: (fieldId: string) => Sql | null;
  /** The lateral join that computes the formulas. Place it after the task in the `from` clause. */
  join: Sql;
  /** Returns the same formulas for another row of `tasks` in the statement, by its alias. */
  forRow: (row: string) => FormulaSql;
  /** The number of formula steps per row. */
  steps: number;
}

/**
 * Translates formulas to SQL that returns the same results as `compileFormulas` of the contracts.
 * @param fields the custom fields of the team
 * @param fieldIds the ids of the fields that the statement uses
 */
export function translateFormulas(
  fields: readonly FormulaField[],
  fieldIds: readonly string[],
  row = 't',
): FormulaSql {
  const known = new Map(fields.map((field) => [field.id, field]));
  const ids = [...new Set(fieldIds)].filter((id) => known.get(id)?.type === 'formula');
  const sizes = measureFormulas(fields);
  const values = ids.map((id, at) => {
    const isOut = (sizes.get(id) ?? 0) > FORMULA_LIMITS.nodes;
    const read = isOut ? null : parseFormula(known.get(id)?.formula ?? '', fields);
    if (read === null || 'fault' in read) return sql`null::jsonb as ${sql.ref(`v${at}`)}`;
    const value = new Translation(known, fields, sql.ref(row)).translate(read.tree);
    return sql`${toJsonb(read.tree, value)} as ${sql.ref(`v${at}`)}`;
  });
  const computed = `${row}_formulas`;
  const names = fields.flatMap(({ id, type, options }) =>
    type === 'select' ? [[id, Object.fromEntries(options.map((option) => [option.id, option.name]))]] : [],
  );
  // Optimization fence: `offset 0` prevents the planner from inlining a formula wherever its value is used.
  const join = sql`cross join lateral (select ${sql.join(values)}
    from (select ${JSON.stringify(Object.fromEntries(names))}::jsonb as names offset 0) chosen offset 0) ${sql.ref(computed)}`;
  return {
    valueOf: (id) => (ids.includes(id) ? sql.ref(`${computed}.v${ids.indexOf(id)}`) : null),
    join: ids.length === 0 ? sql`` : join,
    forRow: (other) => translateFormulas(fields, fieldIds, other),
    steps: ids.reduce((sum, id) => sum + Math.min(sizes.get(id) ?? 0, FORMULA_LIMITS.nodes), 0),
  };
}

function toJsonb({ kind }: FormulaNode, value: Sql): Sql {
  switch (kind) {
    case 'date':
      return sql`(to_jsonb(to_char(${value}, 'YYYY-MM-DD')))`;
    case 'text':
      return sql`(to_jsonb(nullif(${value}, '')))`;
    case 'box':
      return sql`(case when ${value} then 'true'::jsonb end)`;
    default:
      return sql`(to_jsonb(${value}))`;
  }
}

class Translation {
  readonly #known: ReadonlyMap<string, FormulaField>;
  readonly #fields: readonly FormulaField[];
  readonly #row: Sql;
  #remainingNodes: number = FORMULA_LIMITS.nodes;

  constructor(known: ReadonlyMap<string, FormulaField>, fields: readonly FormulaField[], row: Sql) {
    this.#known = known;
    this.#fields = fields;
    this.#row = row;
  }

  translate(tree: FormulaNode): Sql {
    // Limit the size of the generated statement.
    if (tree.node !== 'field') this.#remainingNodes -= 1;
    if (this.#remainingNodes < 0) throw invalidField('formula', FORMULA_FAULT_MESSAGES.large);
    switch (tree.node) {
      case 'number':
        return sql`formula_number(${sql.lit(String(tree.value))}::float8)`;
      case 'text':
        return sql`${sql.lit(tree.value)}::text`;
      case 'box':
        return tree.value ? sql`true` : sql`false`;
      case 'builtIn':
        return this.#translateBuiltIn(tree.name);
      case 'field':
        return this.#translateField(tree.id);
      case 'minus':
        return sql`(0 - ${this.translate(tree.of)})`;
      case 'percent':
        return sql`formula_number(${this.translate(tree.of)} / 100)`;
      case 'sign':
        return this.#translateSign(tree.sign, tree.left, tree.right);
      default:
        return this.#translateCall(tree);
    }
  }

  #translateBuiltIn(name: BuiltIn): Sql {
    const row = this.#row;
    switch (name) {
      case 'title':
        return sql`${row}.title`;
      case 'estimate':
        return sql`${row}.estimate::float8`;
      case 'start':
        return dayOf(sql`${row}.start_date`, sql`${row}.start_at`);
      case 'due':
        return dayOf(sql`${row}.due_date`, sql`${row}.due_at`);
      case 'created':
        return sql`(${row}.created_at at time zone 'UTC')::date`;
      case 'closed':
        return sql`(${row}.closed_at at time zone 'UTC')::date`;
      default:
        return sql`formula_number(${row}.tracked_seconds::float8 / 3600)`;
    }
  }

  #translateField(id: string): Sql {
    const field = this.#known.get(id);
    const value = sql`(${this.#row}.custom -> ${sql.lit(id)})`;
    switch (field?.type) {
      case 'number':
      case 'money':
      case 'percent':
        return sql`formula_number(case when jsonb_typeof(${value}) = 'number' then (${value} #>> '{}')::float8 end)`;
      case 'date':
        return sql`(case when jsonb_typeof(${value}) = 'string' then (${value} #>> '{}')::date end)`;
      case 'checkbox':
        return sql`(${value} is not distinct from 'true'::jsonb)`;
      case 'select':
        return sql`(chosen.names -> ${sql.lit(id)} ->> (${value} #>> '{}'))`;
      case 'formula': {
        const read = parseFormula(field.formula ?? '', this.#fields);
        return 'fault' in read ? sql`null` : this.translate(read.tree);
      }
      default:
        return sql`(case when jsonb_typeof(${value}) = 'string' then ${value} #>> '{}' end)`;
    }
  }

  #translateSign(sign: FormulaSign, left: FormulaNode, right: FormulaNode): Sql {
    const [a, b] = [this.translate(left), this.translate(right)];
    switch (sign) {
      case '&':
        return sql`(${toText(left, a)} || ${toText(right, b)})`;
      case '+':
        if (left.kind === 'date') return sql`formula_day(${a}, ${b})`;
        return right.kind === 'date' ? sql`formula_day(${b}, ${a})` : sql`formula_number(${a} + ${b})`;
      case '-':
        if (left.kind !== 'date') return sql`formula_number(${a} - ${b})`;
        return right.kind === 'date' ? sql`(${a} - ${b})::float8` : sql`formula_day(${a}, 0 - ${b})`;
      case '*':
        return sql`formula_number(${a} * ${b})`;
      case '/':
        return sql`formula_number(${a} / nullif(${b}, 0))`;
      default:
        return sql`(${a} ${sql.raw(sign)} ${b})`;
    }
  }

  #translateCall({ name, args }: FormulaNode & { node: 'call' }): Sql {
    const parts = args.map((arg) => this.translate(arg));
    const [first = sql`null`, second = sql`null`, third = sql`null`] = parts;
    switch (name) {
      case 'if':
        return sql`(case ${first} when true then ${second} when false then ${third} end)`;
      case 'empty':
        if (args[0]?.kind === 'box') return sql`(${first} is not true)`;
        return args[0]?.kind === 'text' ? sql`(nullif(${first}, '') is null)` : sql`(${first} is null)`;
      case 'not':
        return sql`(not ${first})`;
      case 'and':
        return sql`(${sql.join(parts, sql` and `)})`;
      case 'or':
        return sql`(${sql.join(parts, sql` or `)})`;
      case 'days':
        return sql`(${second} - ${first})::float8`;
      case 'abs':
        return sql`abs(${first})`;
      case 'round': {
        const digits = args[1]?.node === 'number' ? args[1].value : 0;
        return sql`formula_round(${first}, ${sql.lit(String(10 ** digits))}::float8)`;
      }
      default: {
        if (parts.length === 1) return first;
        const best = sql.raw(name === 'min' ? 'min' : 'max');
        return sql`(select case when count(one) = ${sql.lit(parts.length)} then ${best}(one) end
          from unnest(array[${sql.join(parts)}]) as one)`;
      }
    }
  }
}

/** Returns the day of a date or timestamp. Timestamps use their day in UTC because the result must be the same for everyone. */
function dayOf(day: Sql, moment: Sql): Sql {
  return sql`coalesce(${day}, (${moment} at time zone 'UTC')::date)`;
}

function toText({ kind }: FormulaNode, value: Sql): Sql {
  switch (kind) {
    case 'number':
      return sql`formula_text(${value})`;
    case 'date':
      return sql`to_char(${value}, 'YYYY-MM-DD')`;
    case 'box':
      return sql`(case ${value} when true then 'yes' when false then 'no' end)`;
    default:
      return value;
  }
}
