import type { ChangeCommand } from '#assistant/command-values.ts';
import { documentOf, keysOf, onTasks, theseOf, toKeys } from './change-targets.ts';
import { has, hasAny, incomplete, pickOne, textOf, type Line } from './line.ts';
import type { Piece } from './pieces.ts';

/* Changes that contain free text. Words in the free text are never parsed as commands. */

/** Parses `comment on WEB-12: looks good`: all input after the tasks is free text. */
export function readComment(line: Line, pieces: readonly Piece[]): ChangeCommand | null {
  const verb = pieces.findIndex(
    (piece) => has(piece, 'comment') || /^(?:note|reply|comment|tell)$/i.test(piece.word),
  );
  if (verb === -1 || verb > 4) return null;
  const at = pieces.findIndex(({ key }) => key !== null);
  const these = pieces.findIndex((piece, index) => index > verb && index < verb + 3 && has(piece, 'these'));
  const target = at === -1 ? these : at;
  if (target === -1 || target > 6) return null;
  let from = Math.max(verb, target) + 1;
  while (pieces[from]?.key != null || (has(pieces[from], 'and') && pieces[from + 1]?.key != null)) from += 1;
  while (from < pieces.length && isLead(pieces[from])) from += 1;
  const rest = pieces.slice(from);
  const quoted = rest.length === 1 ? rest[0]?.quoted : null;
  const last = rest.at(-1);
  const unquoted = last === undefined ? '' : line.text.slice(rest[0]?.start, last.end).trim();
  const text = quoted ?? unquoted;
  if (text === '') {
    if (!has(pieces[verb], 'comment')) return null;
    throw incomplete('change', 'text', 'comment on WEB-12: looks good');
  }
  const keys = pieces.slice(0, from).filter(({ key }) => key !== null);
  return onTasks(keys.length > 0 ? toKeys(keys) : theseOf(line), { act: 'comment', text });
}

function isLead(piece: Piece | undefined): boolean {
  if (piece === undefined || piece.quoted !== null) return false;
  return (
    /^[:,–-]$/.test(piece.word) ||
    /^(?:saying|that says|that|with text|with|par|पर|pe|ko|को|karo|करो|likho|लिखो|ki|कि)$/iu.test(
      piece.word,
    ) ||
    (has(piece, 'comment') && !piece.isEnglish)
  );
}

export function readRename(line: Line, pieces: readonly Piece[]): ChangeCommand | null {
  const [verb] = pieces;
  const isVerb = has(verb, 'rename') && !/^call$/i.test(verb?.word ?? '');
  const isNamed = has(verb, 'set') && pieces.slice(1, 4).some((piece) => has(piece, 'name'));
  if (!isVerb && !isNamed) return readHindiRename(line, pieces);
  const to = pieces.findIndex(
    (piece, at) =>
      at > 1 && (/^(?:to|as|into)$/i.test(piece.word) || piece.word === '→' || piece.word === '->'),
  );
  const target = pieces.slice(1, to === -1 ? undefined : to);
  const rest = to === -1 ? [] : pieces.slice(to + 1);
  const quoted = rest.length === 1 ? rest[0]?.quoted : null;
  const title = (quoted ?? textOf(line, rest)).slice(0, 500).trim();
  if (title === '') throw incomplete('change', 'title', 'rename WEB-12 to Fix the login form');
  const keys = keysOf(target);
  if (keys.length > 0) return onTasks(toKeys(keys), { act: 'rename', title });
  const project = target.find(({ names }) => names.project !== undefined);
  if (project !== undefined && hasAny(target, 'project'))
    return {
      family: 'change',
      on: 'project',
      projectId: pickOne(line, project, 'project'),
      change: { act: 'rename', name: title },
    };
  const document = target.find(({ names }) => names.document !== undefined);
  if (document !== undefined)
    return {
      family: 'change',
      on: 'document',
      document: documentOf(line, document),
      change: { act: 'rename', title },
    };
  if (target.some((piece) => has(piece, 'these'))) return onTasks(theseOf(line), { act: 'rename', title });
  const named =
    target.find(({ quoted: quote }) => quote !== null)?.quoted ??
    textOf(
      line,
      target.filter((piece) => !/^(?:the|task)$/i.test(piece.word)),
    );
  return named === '' ? null : onTasks({ kind: 'title', title: named }, { act: 'rename', title });
}

/** Parses `WEB-12 ka naam Fix login karo`. */
function readHindiRename(line: Line, pieces: readonly Piece[]): ChangeCommand | null {
  const at = pieces.findIndex((piece) => has(piece, 'name') && !piece.isEnglish);
  const last = pieces.at(-1);
  if (at === -1 || pieces[0]?.key == null || !has(last, 'set') || last?.isEnglish === true) return null;
  const title = textOf(line, pieces.slice(at + 1, -1));
  return title === '' ? null : onTasks(toKeys([pieces[0]]), { act: 'rename', title });
}
