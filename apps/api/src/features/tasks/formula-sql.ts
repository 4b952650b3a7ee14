import { sql, type RawBuilder } from 'kysely';
import { parseFormula } from '@hearth/contracts/formula-parse-values';
import type { BuiltIn, FormulaField, FormulaNode, FormulaSign } from '@hearth/contracts/formula-values';

type Sql = RawBuilder<unknown>;

/** Formulas of a team as SQL over a row of tasks, by the ids of their fields. */
export type FormulaSql = (fieldId: string, row: Sql) => Sql | null;

/**
 * What formulas give, as jsonb and as a field holds it: the same as `compileFormulas` of the contracts gives.
 * @param fields those of the team; checked when they were saved, so that none names itself and none is too large
 */
export function translateFormulas(fields: readonly FormulaField[]): FormulaSql {
  const known = new Map(fields.map((field) => [field.id, field]));
  return (fieldId, row) => {
    const field = known.get(fieldId);
    if (field?.type !== 'formula') return null;
    const read = parseFormula(field.formula ?? '', fields);
    return 'fault' in read
      ? sql`null::jsonb`
      : toJsonb(read.tree, new Translation(known, fields, row).translate(read.tree));
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

  constructor(known: ReadonlyMap<string, FormulaField>, fields: readonly FormulaField[], row: Sql) {
    this.#known = known;
    this.#fields = fields;
    this.#row = row;
  }

  translate(tree: FormulaNode): Sql {
    switch (tree.node) {
      case 'number':
        return sql`formula_number(${String(tree.value)}::text::float8)`;
      case 'text':
        return sql`${tree.value}::text`;
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
    const held = sql`(${this.#row}.custom -> ${id}::text)`;
    switch (field?.type) {
      case 'number':
      case 'money':
      case 'percent':
        return sql`formula_number(case when jsonb_typeof(${held}) = 'number' then (${held} #>> '{}')::float8 end)`;
      case 'date':
        return sql`(case when jsonb_typeof(${held}) = 'string' then (${held} #>> '{}')::date end)`;
      case 'checkbox':
        return sql`(${held} is not distinct from 'true'::jsonb)`;
      case 'select': {
        const names = Object.fromEntries(field.options.map((option) => [option.id, option.name]));
        return sql`(${JSON.stringify(names)}::jsonb ->> (${held} #>> '{}'))`;
      }
      case 'formula': {
        const read = parseFormula(field.formula ?? '', this.#fields);
        return 'fault' in read ? sql`null` : this.translate(read.tree);
      }
      default:
        return sql`(case when jsonb_typeof(${held}) = 'string' then ${held} #>> '{}' end)`;
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
        return sql`formula_round(${first}, ${String(10 ** digits)}::text::float8)`;
      }
      default: {
        const choose = sql.raw(name === 'min' ? 'formula_least' : 'formula_greatest');
        return parts.reduce((best, one) => sql`${choose}(${best}, ${one})`);
      }
    }
  }
}

/** Of a moment its day in Greenwich, the same for everybody. */
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
