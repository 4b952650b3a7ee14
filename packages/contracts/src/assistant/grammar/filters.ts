import { addDays } from '#core/days.ts';
import type { StatusCategory } from '#model/task-values.ts';
import type { Condition, FilterField, FilterGroup } from '#views/view-values.ts';
import type { Concept } from './concepts.ts';
import { has, hasAny, isMe, pickOne, type Line } from './line.ts';
import type { Piece } from './pieces.ts';

/** Function words that do not restrict the tasks. */
const JOINING: readonly Concept[] = [
  'show',
  'task',
  'tasks',
  'what',
  'who',
  'filler',
  'for',
  'in',
  'by',
  'all',
  'dueDate',
  'to',
  'and',
  'until',
  'since',
  'question',
  'toDo',
  'label',
  'status',
  'priority',
  'worksOn',
  'busyWith',
  'please',
  'project',
  'howMany',
  'as',
  'created',
  'updated',
  'when',
  'assign',
];
const LEVELS = ['urgent', 'high', 'medium', 'low'] as const;

interface ReadFilter {
  filter: FilterGroup;
  /** Number of conditions. */
  count: number;
  /** Pieces without a known meaning. */
  leftover: readonly Piece[];
}

/** Converts pieces to a view filter. */
export function readFilter(line: Line, pieces: readonly Piece[]): ReadFilter {
  const draft = new FilterDraft(line, pieces);
  pieces.forEach((piece, at) => draft.take(piece, at));
  return draft.finish();
}

class FilterDraft {
  readonly #line: Line;
  readonly #pieces: readonly Piece[];
  readonly #conditions = new Map<string, Condition>();
  readonly #leftover: Piece[] = [];
  readonly #whens: number[] = [];
  #about: Piece[] | null = null;
  #dateField: 'due' | 'created' | 'updated' | 'closed' = 'due';

  constructor(line: Line, pieces: readonly Piece[]) {
    this.#line = line;
    this.#pieces = pieces;
    if (hasAny(pieces, 'created', 'createdBy') && !hasAny(pieces, 'dueDate')) this.#dateField = 'created';
    if (hasAny(pieces, 'updated')) this.#dateField = 'updated';
    if (hasAny(pieces, 'done') && !hasAny(pieces, 'dueDate', 'toDo', 'isOpen', 'overdue'))
      this.#dateField = 'closed';
  }

  take(piece: Piece, at: number): void {
    if (piece.kind !== 'word') return;
    if (this.#about !== null && this.#continuesTitle(piece)) {
      this.#about.push(piece);
      return;
    }
    if (piece.when !== null) this.#whens.push(at);
    else if (piece.quoted !== null || piece.key !== null) this.#leftover.push(piece);
    else if (!this.#takeName(piece, at) && !this.#takeState(piece) && !has(piece, ...JOINING))
      this.#leftover.push(piece);
  }

  /** Whether the piece continues the search words for titles. */
  #continuesTitle(piece: Piece): boolean {
    return (
      piece.when === null && !has(piece, 'in', 'for', 'since', 'by') && piece.names.project === undefined
    );
  }

  #add(field: FilterField, value: string, op: Condition['op'] = 'is'): true {
    const former = this.#conditions.get(`${field}${op}`);
    const values = former?.values ?? [];
    this.#conditions.set(`${field}${op}`, {
      field,
      op,
      values: values.includes(value) ? values : [...values, value],
    });
    return true;
  }

  #takeName(piece: Piece, at: number): boolean {
    const { names } = piece;
    const isMaker = hasAny(this.#pieces.slice(Math.max(0, at - 2), at), 'createdBy');
    if (names.person !== undefined)
      return this.#add(isMaker ? 'creator' : 'assignee', pickOne(this.#line, piece, 'person'));
    if (has(piece, 'createdBy')) {
      this.#dateField = 'created';
      return /^(?:i|mere|मेरे)\s/iu.test(piece.word) ? this.#add('creator', 'me') : true;
    }
    if (has(piece, 'about') && hasAny(this.#pieces, 'tasks', 'task')) {
      this.#about = [];
      return true;
    }
    if (isMe(piece)) return this.#add(isMaker ? 'creator' : 'assignee', 'me');
    if (names.project !== undefined) return this.#add('project', pickOne(this.#line, piece, 'project'));
    if (names.label !== undefined) return this.#add('label', pickOne(this.#line, piece, 'label'));
    if (names.type !== undefined) return this.#add('type', pickOne(this.#line, piece, 'type'));
    return false;
  }

  #takeState(piece: Piece): boolean {
    if (has(piece, 'noDue')) return this.#add('due', 'none');
    if (has(piece, 'noEstimate')) return this.#add('estimate', 'none');
    if (has(piece, 'unassigned')) return this.#add('assignee', 'none');
    if (has(piece, 'overdue')) return this.#add('due', 'overdue');
    const { statuses } = this.#line.context;
    const status = statuses.find(({ id }) => piece.names.status?.includes(id) === true);
    if (status !== undefined && status.category !== 'completed' && status.category !== 'cancelled')
      return this.#add('status', status.id);
    const category = categoryOf(piece) ?? status?.category;
    if (category !== undefined) return this.#add('category', category);
    if (has(piece, 'isOpen')) {
      this.#conditions.set('open', OPEN);
      return true;
    }
    if (has(piece, 'blocked')) return this.#add('blocked', 'yes');
    const level = LEVELS.find((one) => has(piece, one));
    if (level !== undefined) return this.#add('priority', level);
    return has(piece, 'important') && this.#add('priority', 'high') && this.#add('priority', 'urgent');
  }

  finish(): ReadFilter {
    for (const at of this.#whens) {
      const value = this.#readDays(at);
      if (value === null) this.#leftover.push(this.#pieces[at] as Piece);
      else this.#add(this.#dateField, value);
    }
    if (this.#about !== null && this.#about.length > 0) this.#addWords(this.#about);
    const isBusy =
      hasAny(this.#pieces, 'busyWith') && hasAny(this.#pieces, 'what') && this.#conditions.has('assigneeis');
    if (isBusy && this.#whens.length === 0 && !this.#conditions.has('statusis'))
      this.#add('category', 'started');
    const isOfTeam = this.#pieces.some(({ word }) =>
      /^(?:we|our|us|team|हमें|हमको|हमारी|hume|humein|humko)$/iu.test(word),
    );
    if (hasAny(this.#pieces, 'toDo') && !isOfTeam && !this.#conditions.has('assigneeis'))
      this.#add('assignee', 'me');
    const count = this.#conditions.size;
    const isClosing = this.#dateField === 'closed' && this.#whens.length > 0;
    if (isClosing && !this.#conditions.has('categoryis')) this.#add('category', 'completed');
    if (count === 0 && hasAny(this.#pieces, 'dueDate')) this.#add('due', 'none', 'not');
    const says = (...names: string[]) => names.some((name) => this.#conditions.has(name));
    const isLate = this.#conditions.get('dueis')?.values.includes('overdue') === true;
    if (!says('statusis', 'categoryis', 'open') && !isLate) this.#conditions.set('open', OPEN);
    return {
      filter: { match: 'all', items: [...this.#conditions.values()] },
      count,
      leftover: this.#leftover,
    };
  }

  #addWords(pieces: readonly Piece[]): void {
    const [first, last] = [pieces[0], pieces.at(-1)];
    const titlePart =
      pieces.length === 1 && first?.quoted != null
        ? first.quoted
        : this.#line.text.slice(first?.start, last?.end);
    this.#add('title', titlePart.replaceAll(/\s+/g, ' ').trim().slice(0, 100));
  }

  /** The days of a piece, in filter syntax. */
  #readDays(at: number): string | null {
    const when = this.#pieces[at]?.when;
    if (when == null) return null;
    const [before, after] = [this.#pieces[at - 1], this.#pieces[at + 1]];
    const { today } = this.#line.context;
    if (this.#dateField !== 'due') {
      const from = when.past ?? when.period?.from ?? (when.days[0] === today ? today : null);
      if (when.near !== null && when.period?.isPast === true) return when.near;
      if (from === null) return null;
      if (has(before, 'since') || has(after, 'since')) return `${from}..`;
      return when.period === null || when.period.from === when.period.to ? from : span(when.period);
    }
    const day = when.days[0]?.slice(0, 10) ?? null;
    const isUntil =
      has(before, 'until') || has(after, 'until') || /^(?:by|before)$/i.test(before?.word ?? '');
    if (day !== null && isUntil && when.period === null)
      return `..${/^before$/i.test(before?.word ?? '') ? addDays(day.slice(0, 10), -1) : day}`;
    if (when.near !== null) return when.near;
    if (when.period !== null) return isUntil ? `..${when.period.to}` : span(when.period);
    if (day === null) return null;
    if (has(before, 'since')) return `${day}..`;
    if (day !== today) return day;
    return hasAny(this.#pieces, 'toDo', 'busyWith') ? `..${day}` : 'today';
  }
}

const OPEN: Condition = { field: 'category', op: 'not', values: ['completed', 'cancelled'] };

function span({ from, to }: { from: string; to: string }): string {
  return from === to ? from : `${from}..${to}`;
}

export function categoryOf(piece: Piece): StatusCategory | undefined {
  if (has(piece, 'done')) return 'completed';
  if (has(piece, 'cancelled')) return 'cancelled';
  if (has(piece, 'ongoing')) return 'started';
  return has(piece, 'notStarted') ? 'unstarted' : undefined;
}
