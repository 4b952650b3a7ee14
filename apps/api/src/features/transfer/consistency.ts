import { TIME_LIMITS } from '@hearth/contracts/time-tracking/time-values';
import { FIELD_FAULT_MESSAGES, readFieldValue } from '@hearth/contracts/custom-fields/custom-field-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import { parseFormula } from '@hearth/contracts/custom-fields/formula-parse-values';
import { measureFormulas } from '@hearth/contracts/custom-fields/formula-size-values';
import { FORMULA_LIMITS } from '@hearth/contracts/custom-fields/formula-values';
import { findCircle, type Ends } from '@hearth/contracts/relations/relation-values';
import { listMembers } from '@hearth/contracts/templates/template-values';
import { isClosed, type StatusCategory } from '@hearth/contracts/model/task-values';
import { PERSON_FIELDS } from './import-people.ts';
import { IMPORTED_PARTS, type ImportedPart, type RowOf } from './part-rows.ts';

/** Maximum number of tasks in a value. It exceeds the request limit because users with different rights can each add tasks to a value. */
const MAX_LINKS = 20 * LIMITS.tasksPerValue;

const UNKNOWN_PERSON = 'refers to someone who isn’t among its people';

/** A fault of a row, as the end of a sentence that begins with the row. The line is the current one, unless given. */
export interface Fault {
  what: string;
  line?: number;
}
type RowCheck<P extends ImportedPart> = (row: RowOf<P>) => string | null;

/** Checks that the rows of a file are consistent. The rows are added in the order of `IMPORTED_PARTS`. */
export class Consistency {
  /** Number of rows so far. */
  readonly rows = Object.fromEntries(Object.keys(IMPORTED_PARTS).map((part) => [part, 0])) as Record<
    ImportedPart,
    number
  >;
  readonly deleted = { projects: 0, tasks: 0, documents: 0 };
  readonly live = { projects: 0, tasks: 0, documents: 0 };
  readonly people: RowOf<'people'>[] = [];
  readonly attachmentIds: string[] = [];
  team: RowOf<'team'> | undefined;
  /** The last `seq` of the history. */
  lastSeq = 0;
  highestTaskNumber = 0;

  readonly #peopleIds = new Set<string>();
  readonly #withTime = new Set<string | null>();
  readonly #categories = new Map<string, StatusCategory>();
  readonly #fields = new Map<string, RowOf<'fields'>>();
  readonly #withTriage = new Set<string | null>();
  readonly #samples = new Set<string | null>();
  readonly #linksOf = new Map<string, number>();
  readonly #relations: Ends[] = [];
  readonly #entriesOf = new Map<string, number>();

  add(part: ImportedPart, row: object): Fault | null {
    this.rows[part] += 1;
    const check = this.#checks[part] as ((row: object) => string | null) | undefined;
    const what = (part === 'team' ? null : this.#findUnknownPerson(row)) ?? check?.(row) ?? null;
    return what === null ? null : { what };
  }

  /** Checks a part as a whole, once all its rows have been added. */
  end(part: ImportedPart): Fault | null {
    switch (part) {
      case 'people':
        if (this.team === undefined) return { what: 'is missing', line: 1 };
        return this.#isUnknown(this.team.createdBy) ? { what: UNKNOWN_PERSON, line: 1 } : null;
      case 'statuses': {
        const given = new Set(this.#categories.values());
        const missing = (['unstarted', 'completed'] as const).find((category) => !given.has(category));
        return missing === undefined ? null : { what: `has no status that is ${missing}`, line: 1 };
      }
      case 'fields':
        return this.#checkFormulas();
      case 'relations': {
        const circle = findCircle(this.#relations);
        if (circle === null) return null;
        return { what: 'makes tasks wait for each other', line: this.#relations.indexOf(circle) + 1 };
      }
      default:
        return null;
    }
  }

  readonly #checks: { readonly [P in ImportedPart]?: RowCheck<P> } = {
    team: (row) => {
      this.team = row;
      return null;
    },
    people: (row) => {
      if (this.#peopleIds.has(row.id)) return 'is listed twice';
      this.#peopleIds.add(row.id);
      this.people.push(row);
      return null;
    },
    workTimes: ({ userId, absences }) => {
      const isTwice = this.#withTime.has(userId);
      this.#withTime.add(userId);
      const isForAll = userId === null && Object.keys(absences).length > 0;
      return isTwice || isForAll ? 'is listed twice, or sets time off for everyone' : null;
    },
    statuses: ({ id, category }) => {
      this.#categories.set(id, category);
      return null;
    },
    fields: (row) => {
      this.#fields.set(row.id, row);
      return null;
    },
    projects: (row) => {
      if (row.hasTriage) this.#withTriage.add(row.id);
      if (row.isSample) this.#samples.add(row.id);
      if (row.deletedAt !== null) this.deleted.projects += 1;
      else if (!row.isSample) this.live.projects += 1;
      if (row.archivedAt === null && row.archivedBy !== null)
        return 'says who archived it, but isn’t archived';
      const isReversed = row.startDate !== null && row.targetDate !== null && row.targetDate < row.startDate;
      return isReversed ? 'ends before it starts' : null;
    },
    tasks: (row) => this.#checkTask(row),
    taskLinks: ({ taskId, fieldId }) => {
      const ofValue = raise(this.#linksOf, `${taskId}/${fieldId}`);
      if (this.#fields.get(fieldId)?.type !== 'relation')
        return 'refers to a task in a field that can’t contain one';
      return ofValue > MAX_LINKS ? 'has too many tasks in one value' : null;
    },
    relations: (row) => {
      this.#relations.push(row);
      return null;
    },
    attachments: ({ id }) => {
      this.attachmentIds.push(id);
      return null;
    },
    timeEntries: ({ taskId }) =>
      raise(this.#entriesOf, taskId) > TIME_LIMITS.entriesPerTask ? 'exceeds the limit of its task' : null,
    templates: ({ content }) =>
      listMembers(content).some((id) => this.#isUnknown(id)) ? UNKNOWN_PERSON : null,
    documents: ({ deletedAt }) => {
      (deletedAt === null ? this.live : this.deleted).documents += 1;
      return null;
    },
    documentAttachments: ({ id }) => {
      this.attachmentIds.push(id);
      return null;
    },
    history: ({ seq }) => {
      this.lastSeq = Math.max(this.lastSeq, seq);
      return null;
    },
  };

  #isUnknown(id: unknown): boolean {
    return typeof id === 'string' && !this.#peopleIds.has(id);
  }

  #findUnknownPerson(row: object): string | null {
    const isFaulty = Object.entries(row).some(([name, id]) => PERSON_FIELDS.has(name) && this.#isUnknown(id));
    return isFaulty ? UNKNOWN_PERSON : null;
  }

  /**
   * Checks only live fields: a deleted field may refer to a field that was deleted later. Such a formula has no result until both fields are
   * restored, and its size is checked then.
   */
  #checkFormulas(): Fault | null {
    const all = [...this.#fields.values()];
    const living = all.filter(({ deletedAt }) => deletedAt === null);
    const sizes = measureFormulas(living);
    const invalid = living.find(({ id, formula, result }) => {
      if (formula === null) return false;
      const read = parseFormula(formula, living);
      return (sizes.get(id) ?? 0) > FORMULA_LIMITS.nodes || 'fault' in read || read.tree.kind !== result;
    });
    return invalid === undefined ? null : { what: 'has an invalid formula', line: all.indexOf(invalid) + 1 };
  }

  #checkTask(row: RowOf<'tasks'>): string | null {
    const fault = this.#findValueFault(row.custom);
    if (fault !== null) return fault;
    if (row.triage !== null && !this.#withTriage.has(row.projectId))
      return 'is in triage, but its project has none';
    const category = this.#categories.get(row.statusId);
    if (category === undefined) return 'has a status that isn’t in the file';
    this.highestTaskNumber = Math.max(this.highestTaskNumber, row.number);
    if (row.deletedAt !== null) {
      this.deleted.tasks += 1;
      return null;
    }
    if (!this.#samples.has(row.projectId)) this.live.tasks += 1;
    const isMatching = isClosed(category) === (row.closedAt !== null);
    return isMatching ? null : 'has a closing time that doesn’t match its status';
  }

  /** Returns the first fault in the custom values of a task. */
  #findValueFault(custom: Readonly<Record<string, unknown>>): string | null {
    for (const [fieldId, given] of Object.entries(custom)) {
      const field = this.#fields.get(fieldId);
      if (field === undefined) return 'has a value for a field that isn’t in the file';
      // Accept any option: tasks keep chosen options that were removed from the field later.
      const chosen = [given].flat().map((optionId) => ({ id: String(optionId) }));
      const read = readFieldValue({ type: field.type, options: chosen }, given);
      if (field.type === 'relation') return 'holds other tasks among its values, and not among taskLinks';
      if ('fault' in read) return `has a value its field can’t have: it ${FIELD_FAULT_MESSAGES[read.fault]}`;
      if (field.type === 'person' && this.#isUnknown(String(given))) return UNKNOWN_PERSON;
    }
    return null;
  }
}

function raise(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}
