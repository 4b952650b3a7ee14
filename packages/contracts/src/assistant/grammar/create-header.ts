import type { Priority } from '#model/task-values.ts';
import type { SharedFields } from './drafts.ts';
import { normalizeWords } from './fold.ts';
import { has, hasAny, isMe, pickOne, toNamedKind, unknown, type Line } from './line.ts';
import { nearestNames } from './nearest-names.ts';
import type { Piece } from './pieces.ts';
import { findTemplate, type DocumentTemplate } from './templates.ts';
import { NUMBER_WORDS } from './words.ts';

/** The part before a title: 'please add a task for Asha in Website:'. */
export interface Header {
  /** Number of pieces in the header. */
  length: number;
  noun: 'task' | 'project' | 'document' | 'label' | 'plan';
  isPlural: boolean;
  shared: SharedFields;
  template?: DocumentTemplate;
  /** Whether the title begins on the same line. */
  hasText: boolean;
  isReminder: boolean;
}

const LEVELS = ['urgent', 'high', 'medium', 'low'] as const;
const THESE_TASKS = /^(?:these|those|ये|इन|ye|in) (?:tasks|काम|कामों|kaam)$/iu;
const ARTICLES = /^(?:a|an|the|one|these|this|some|my|me|us|another|following|all|of|ek|एक|ये|in|to)$/iu;

/** Parses the header of a create command. Returns null if the text is not such a command. */
export function readHeader(line: Line): Header | null {
  const reader = new HeaderReader(line);
  while (reader.step());
  return reader.finish();
}

class HeaderReader {
  readonly #line: Line;
  #at = 0;
  #noun: Header['noun'] | null = null;
  #isPlural = false;
  #hasVerb = false;
  #isNew = false;
  #isOne = false;
  #isPlan = false;
  #isDone = false;
  #isReminder = false;
  #hasColon = false;
  #priority: Priority | null = null;
  #people: string[] = [];
  #projectId: string | null = null;
  #labelId: string | null = null;
  #template: Header['template'];

  constructor(line: Line) {
    this.#line = line;
  }

  #peek(ahead = 0): Piece | undefined {
    return this.#line.pieces[this.#at + ahead];
  }

  #take(count = 1): true {
    this.#at += count;
    return true;
  }

  /** Consumes the next pieces if they belong to the header. */
  step(): boolean {
    const piece = this.#peek();
    if (this.#isDone || piece === undefined) return false;
    if (piece.kind === 'break') return false;
    if (piece.kind === 'mark') return this.#takeMark(piece);
    if (piece.quoted !== null || piece.key !== null) return false;
    return (
      this.#takeWho(piece) ||
      this.#takeWhere(piece) ||
      (this.#noun === null ? this.#takeBefore(piece) : this.#takeAfter(piece))
    );
  }

  #takeMark(piece: Piece): boolean {
    if (piece.word === ':' && this.#noun === null && this.#hasVerb) this.#noun = 'task';
    const isColon = piece.word === ':' || piece.word === '–' || piece.word === '-';
    if (isColon && this.#noun !== null) {
      this.#isDone = true;
      this.#hasColon = true;
      return this.#take();
    }
    return piece.word === ',' && this.#noun === null && this.#take();
  }

  #takeBefore(piece: Piece): boolean {
    if (has(piece, 'remind') && !this.#hasVerb) return this.#takeReminder();
    const noun = this.#nounOf(piece);
    if (noun !== null && (noun !== 'project' || !this.#isProjectName())) {
      this.#noun = this.#isPlan ? (noun === 'project' ? 'plan' : noun) : noun;
      this.#isPlural =
        (has(piece, 'tasks') || THESE_TASKS.test(piece.word)) &&
        !/^(?:काम|कार्य|टास्क|kaam)$/iu.test(piece.word);
      if (this.#noun === 'plan') this.#hasVerb = true;
      return this.#take();
    }
    if (
      !this.#hasVerb &&
      has(piece, 'create', 'begin') &&
      !(has(piece, 'begin') && !has(piece, 'create') && !has(this.#peek(1), 'new', 'filler'))
    ) {
      this.#hasVerb = true;
      return this.#take();
    }
    if (!this.#hasVerb && has(piece, 'plan') && piece.isEnglish) {
      this.#isPlan = true;
      return this.#take();
    }
    if (has(piece, 'new')) {
      this.#isNew = true;
      return this.#take();
    }
    const level = LEVELS.find((one) => has(piece, one));
    if (level !== undefined && (this.#hasVerb || this.#isNew)) {
      this.#priority = level;
      return this.#take(has(this.#peek(1), 'priority') ? 2 : 1);
    }
    if (this.#takeLabelNoun(piece) || this.#takeTemplate(piece)) return true;
    const isCount = piece.number !== null || NUMBER_WORDS.has(normalizeWords(piece.word));
    if (/^(?:a|one|another)$/iu.test(piece.word)) this.#isOne = true;
    return (ARTICLES.test(piece.word) || isCount || isMe(piece)) && this.#take();
  }

  /** Whether the header is a request without a create verb: 'I need a task to book the ferry'. */
  #isRequestForNew(piece: Piece | undefined): boolean {
    return this.#isOne && this.#noun === 'task' && /^to$/iu.test(piece?.word ?? '');
  }

  /** Consumes a label in place of the word for tasks: 'Create a bug in Mobile app: …'. */
  #takeLabelNoun(piece: Piece): boolean {
    if (!this.#hasVerb || piece.names.label === undefined) return false;
    const colon = this.#line.pieces.findIndex(({ word }) => word === ':');
    if (colon <= this.#at) return false;
    this.#labelId = pickOne(this.#line, piece, 'label');
    this.#noun = 'task';
    return this.#take();
  }

  /** Consumes a template name before the word for documents: 'A retro doc'. */
  #takeTemplate(piece: Piece): boolean {
    if (!has(this.#peek(1), 'document')) return false;
    const template = findTemplate(piece.word);
    if (!('builtIn' in template)) return false;
    this.#template = template;
    return this.#take();
  }

  #takeReminder(): boolean {
    this.#noun = 'task';
    this.#isReminder = true;
    this.#hasVerb = true;
    this.#people.push(this.#line.context.me);
    this.#take();
    if (has(this.#peek(), 'to') && /^to$/i.test(this.#peek()?.word ?? '')) this.#take();
    this.#isDone = true;
    return true;
  }

  #nounOf(piece: Piece): Header['noun'] | null {
    if (has(piece, 'meetingNotes') && (this.#hasVerb || this.#isNew)) {
      this.#template = { builtIn: 'meetingNotes' };
      return 'document';
    }
    if (has(piece, 'project')) return 'project';
    if (has(piece, 'task', 'tasks') && piece.names.status === undefined) return 'task';
    if (this.#hasVerb && THESE_TASKS.test(piece.word)) return 'task';
    if (has(piece, 'task') && this.#hasVerb) return 'task';
    if (has(piece, 'document')) return 'document';
    return has(piece, 'label') && /^(?:label|tag|लेबल)$/iu.test(piece.word) ? 'label' : null;
  }

  /** Whether this is the word for projects after a project name: 'Website project mein'. */
  #isProjectName(): boolean {
    return this.#projectId !== null && has(this.#peek(1), 'in');
  }

  #takeAfter(piece: Piece): boolean {
    if (!this.#hasVerb && has(piece, 'create') && !piece.isEnglish) {
      this.#hasVerb = true;
      return this.#take();
    }
    if (this.#isRequestForNew(piece)) this.#isNew = true;
    const isExplicit = this.#hasVerb || this.#isNew;
    if (
      isExplicit &&
      has(piece, 'called') &&
      /^(?:called|named|titled|to|with (?:the )?(?:title|name)|saying|that says|नाम|naam)/iu.test(piece.word)
    ) {
      this.#isDone = true;
      return this.#take();
    }
    if (has(piece, 'assign') && this.#peek(1)?.word === ':') return this.#take();
    return has(piece, 'filler') && /^(?:list|item|items)$/i.test(piece.word) && this.#take();
  }

  #takeWho(piece: Piece): boolean {
    const next = this.#peek(1);
    if (piece.names.person !== undefined && has(next, 'for') && next?.isEnglish === false) {
      this.#people.push(pickOne(this.#line, piece, 'person'));
      return this.#take(2);
    }
    if (this.#noun === null || !has(piece, 'for') || !piece.isEnglish) return false;
    if (isMe(piece)) {
      this.#people.push(this.#line.context.me);
      return this.#take();
    }
    if (next?.names.person !== undefined || /^me$/i.test(next?.word ?? '')) {
      this.#take();
      do {
        const person = this.#peek() as Piece;
        this.#people.push(
          person.names.person === undefined ? this.#line.context.me : pickOne(this.#line, person, 'person'),
        );
        this.#take();
      } while (has(this.#peek(), 'and') && this.#peek(1)?.names.person !== undefined && this.#take());
      return true;
    }
    const isName = next !== undefined && /^\p{Lu}\p{Ll}+$/u.test(next.word) && next.concepts.size === 0;
    const end = this.#peek(2);
    if (isName && (end?.word === ':' || /^to$/i.test(end?.word ?? '')))
      throw unknown(toNamedKind('person'), next.word, nearestNames(this.#line, next, 'person'));
    return false;
  }

  #takeWhere(piece: Piece): boolean {
    const [next, third] = [this.#peek(1), this.#peek(2)];
    if (piece.names.project !== undefined && (this.#noun === null || !this.#hasVerb)) {
      const isIn =
        (has(next, 'in') && next?.isEnglish === false) || (has(next, 'project') && has(third, 'in'));
      if (!isIn) return false;
      this.#projectId = pickOne(this.#line, piece, 'project');
      return this.#take(has(next, 'project') ? 3 : 2);
    }
    if (this.#noun === null || this.#noun === 'project' || this.#noun === 'plan' || !has(piece, 'in', 'to'))
      return false;
    const isThe = /^the$/i.test(next?.word ?? '');
    const named = isThe ? third : next;
    if (named?.names.project === undefined || /^of$/i.test(piece.word)) return false;
    this.#projectId = pickOne(this.#line, named, 'project');
    const isNamed = has(this.#peek(isThe ? 3 : 2), 'project');
    return this.#take((isThe ? 3 : 2) + (isNamed ? 1 : 0));
  }

  finish(): Header | null {
    const noun = this.#noun;
    const isColonTask = noun === 'task' && this.#hasColon;
    if (noun === null || !(this.#hasVerb || this.#isNew || isColonTask)) return null;
    const tail = this.#line.pieces.slice(this.#at);
    // 'Add a note to WEB-12' is a comment.
    if (noun === 'document' && tail.some(({ key }) => key !== null) && has(tail[0], 'to', 'in')) return null;
    if (noun === 'project' && hasAny(tail, 'archive', 'delete')) return null;
    return {
      length: this.#at,
      noun,
      isPlural: this.#isPlural,
      isReminder: this.#isReminder,
      hasText: tail[0] !== undefined && tail[0].kind !== 'break',
      ...(this.#template === undefined ? {} : { template: this.#template }),
      shared: {
        ...(this.#projectId === null ? {} : { projectId: this.#projectId }),
        ...(this.#people.length === 0 ? {} : { assigneeIds: [...new Set(this.#people)] }),
        ...(this.#priority === null ? {} : { priority: this.#priority }),
        ...(this.#labelId === null ? {} : { labelIds: [this.#labelId] }),
      },
    };
  }
}
