import type { ReportCommand, ReportDelivery, ReportMetric } from '#assistant/command-values.ts';
import { findRepeats } from '#quick-parser/quick-repeats.ts';
import type { Concept } from './concepts.ts';
import { normalizeWords } from './fold.ts';
import { has, hasAny, isMe, peopleOf, pickOne, projectOf, textOf, unknown, type Line } from './line.ts';
import { nearestNames } from './nearest-names.ts';
import type { Piece } from './pieces.ts';

const SMALL: readonly Concept[] = [
  'filler',
  'show',
  'for',
  'in',
  'by',
  'to',
  'please',
  'project',
  'create',
  'question',
  'what',
  'all',
  'report',
  'task',
  'tasks',
  'as',
  'new',
  'team',
  'save',
  'mail',
  'document',
  'open',
  'assign',
  'since',
  'about',
  'until',
  'search',
  'and',
  'set',
];
const METRICS: readonly ReportMetric[] = [
  'throughput',
  'cycleTime',
  'leadTime',
  'age',
  'flow',
  'reliability',
];

/** Parses a report request. Returns null if the text is not such a request. */
export function readReport(line: Line): ReportCommand | null {
  const [pieces, deliver] = takeDelivery(line);
  const own: Line = { ...line, pieces };
  const report =
    readPeople(own) ??
    readDuplicates(own) ??
    readTriage(own) ??
    readForecast(own) ??
    readMetrics(own) ??
    readSummary(own);
  return report === null || deliver === null ? report : { ...report, deliver };
}

function isCovered(pieces: readonly Piece[], ...concepts: readonly Concept[]): boolean {
  return pieces.every(
    (piece) =>
      piece.kind !== 'word' ||
      has(piece, ...SMALL, ...concepts) ||
      piece.when !== null ||
      isMe(piece) ||
      piece.names.person !== undefined ||
      piece.names.project !== undefined,
  );
}

/** Parses whether to save or email the report, and how often. */
function takeDelivery(line: Line): [readonly Piece[], ReportDelivery['deliver'] | null] {
  const { pieces } = line;
  const as = pieces.findIndex(
    (piece, at) =>
      has(piece, 'as', 'to', 'in') && pieces.slice(at + 1, at + 4).some((one) => has(one, 'document')),
  );
  const isSaved = hasAny(pieces, 'save') && as !== -1;
  const isMailed = hasAny(pieces, 'mail');
  if (!isSaved && !isMailed) return [pieces, null];
  const [repeat] =
    pieces.length > 40
      ? []
      : findRepeats(line.text, line.context.today).filter(({ token }) => !/^weekly$/i.test(token.text));
  const value = repeat?.token.values[0];
  const rule = value?.kind === 'repeat' ? value.rule : null;
  const isOut = (piece: Piece, at: number) =>
    has(piece, 'mail', 'save') ||
    (isSaved && at >= as) ||
    (repeat !== undefined && piece.start >= repeat.token.start && piece.end <= repeat.token.end);
  return [pieces.filter((piece, at) => !isOut(piece, at)), { as: isSaved ? 'document' : 'mail', rule }];
}

function readPeople(line: Line): ReportCommand | null {
  const { pieces } = line;
  const projectId = projectOf(line, pieces);
  const isStandup = hasAny(pieces, 'standup');
  const isWeekly = hasAny(pieces, 'weekly') || (hasAny(pieces, 'report') && isReport(pieces));
  if (!isStandup && !isWeekly) return null;
  if (!isCovered(pieces, isStandup ? 'standup' : 'weekly', 'summarise', 'status')) return null;
  const isOwn = (piece: Piece) =>
    piece.names.person !== undefined ||
    (isMe(piece) && /^(?:my|mine|mera|mere|meri|मेरा|मेरी|मेरे|myself)$/iu.test(piece.word));
  const personId = peopleOf(line, pieces.filter(isOwn))[0] ?? null;
  return { family: 'report', act: isStandup ? 'standup' : 'weekly', personId, projectId };
}

/** Whether a word for a report means the weekly report; 'week' does so only in a question about a user. */
function isReport(pieces: readonly Piece[]): boolean {
  const isWeek = pieces.some((piece) => has(piece, 'report') && /^week$/i.test(piece.word));
  return (
    !isWeek ||
    (hasAny(pieces, 'question') && pieces.some((piece) => piece.names.person !== undefined || isMe(piece)))
  );
}

function readDuplicates(line: Line): ReportCommand | null {
  const { pieces } = line;
  if (!hasAny(pieces, 'duplicates')) return null;
  const key = pieces.find((piece) => piece.key !== null);
  if (
    !isCovered(
      pieces.filter((piece) => piece !== key),
      'duplicates',
    )
  )
    return null;
  return { family: 'report', act: 'duplicates', key: key?.key ?? null, projectId: projectOf(line, pieces) };
}

function readTriage(line: Line): ReportCommand | null {
  const { pieces } = line;
  if (!hasAny(pieces, 'triage') || !isCovered(pieces, 'triage', 'blocked', 'isOpen')) return null;
  return { family: 'report', act: 'triage', projectId: projectOf(line, pieces) };
}

function readForecast(line: Line): ReportCommand | null {
  const { pieces } = line;
  const projectId = projectOf(line, pieces);
  const isQuestion =
    hasAny(pieces, 'forecast') ||
    (projectId !== null &&
      hasAny(pieces, 'willBeDone', 'when') &&
      (hasAny(pieces, 'done', 'finish') ||
        pieces.some(
          (piece) => has(piece, 'willBeDone') && (!piece.isEnglish || /finish|done/i.test(piece.word)),
        )));
  if (!isQuestion || !isCovered(pieces, 'forecast', 'willBeDone', 'when', 'done', 'finish', 'isOpen'))
    return null;
  return { family: 'report', act: 'forecast', projectId };
}

function readMetrics(line: Line): ReportCommand | null {
  const { pieces, context } = line;
  const metric = METRICS.find((one) => hasAny(pieces, one)) ?? null;
  if (metric === null && !hasAny(pieces, 'metrics')) return null;
  if (!isCovered(pieces, 'metrics', ...METRICS)) return null;
  const when = pieces.find((piece) => piece.when !== null)?.when;
  const near = /^last(\d+)$/.exec(when?.near ?? '')?.[1];
  const from = when?.period?.isPast === true ? when.period.from : null;
  const days =
    near === undefined
      ? from === null
        ? null
        : Math.max(1, Math.round((Date.parse(context.today) - Date.parse(from)) / 86_400_000))
      : Number(near);
  return { family: 'report', act: 'metrics', metric, projectId: projectOf(line, pieces), days };
}

function readSummary(line: Line): ReportCommand | null {
  const { pieces } = line;
  const isGoing = hasAny(pieces, 'going', 'status') && hasAny(pieces, 'question', 'what', 'going');
  if (!hasAny(pieces, 'summarise')) {
    const projectId = projectOf(line, pieces);
    const others = pieces.filter((piece) => !has(piece, 'going', 'status'));
    if (
      !isGoing ||
      projectId === null ||
      !isCovered(others) ||
      pieces.some(
        (piece) => piece.when !== null || piece.names.person !== undefined || has(piece, 'task', 'tasks'),
      )
    )
      return null;
    return { family: 'report', act: 'summary', of: { kind: 'project', id: projectId } };
  }
  const isSmall = (piece: Piece) =>
    piece.kind !== 'word' ||
    has(piece, 'summarise', ...SMALL.filter((one) => one !== 'about')) ||
    isMe(piece);
  const names = pieces.filter(
    (piece) =>
      piece.quoted !== null ||
      piece.key !== null ||
      piece.names.document !== undefined ||
      piece.names.project !== undefined ||
      !isSmall(piece),
  );
  const [first] = names;
  if (first === undefined)
    return hasAny(pieces, 'these') ? { family: 'report', act: 'summary', of: { kind: 'these' } } : null;
  if (first.key !== null && names.length === 1)
    return { family: 'report', act: 'summary', of: { kind: 'task', key: first.key } };
  if (has(first, 'these') && names.length === 1)
    return { family: 'report', act: 'summary', of: { kind: 'these' } };
  if (names.length === 1 && first.names.document !== undefined) {
    const id = pickOne(line, first, 'document');
    const title = line.context.documents.find((one) => one.id === id)?.title ?? first.word;
    return { family: 'report', act: 'summary', of: { kind: 'document', id, title } };
  }
  if (names.length === 1 && first.names.project !== undefined)
    return { family: 'report', act: 'summary', of: { kind: 'project', id: pickOne(line, first, 'project') } };
  return findDocument(line, names);
}

function findDocument(line: Line, names: readonly Piece[]): ReportCommand {
  const [first, last] = [names[0] as Piece, names.at(-1) as Piece];
  const documentTitle = (names.length === 1 ? first.quoted : null) ?? textOf(line, names);
  const folded = normalizeWords(documentTitle);
  const document = line.context.documents.find(({ title }) => normalizeWords(title) === folded);
  if (document !== undefined)
    return {
      family: 'report',
      act: 'summary',
      of: { kind: 'document', id: document.id, title: document.title },
    };
  const whole: Piece = { ...first, end: last.end, word: documentTitle };
  throw unknown('document', documentTitle, nearestNames(line, whole, 'document'));
}
