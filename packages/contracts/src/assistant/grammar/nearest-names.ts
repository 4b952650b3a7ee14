import type { CommandOption } from '#assistant/command-values.ts';
import { normalizeWords, soundOf } from './fold.ts';
import type { Line } from './line.ts';
import type { NameKind } from './names.ts';
import type { Piece } from './pieces.ts';
import { countTypos } from './typos.ts';

const MAX = 3;

/** Suggests similar names for a word. Each option is the whole text with the word replaced. */
export function nearestNames(
  line: Line,
  piece: Piece,
  kind: Exclude<NameKind, 'status' | 'type' | 'label'>,
): CommandOption[] {
  const sound = soundOf(normalizeWords(piece.quoted ?? piece.word));
  const { people, projects, documents } = line.context;
  const names = {
    person: people,
    project: projects,
    document: documents.map(({ id, title }) => ({ id, name: title })),
  }[kind];
  return names
    .flatMap(({ name }) => {
      const parts = [name, ...name.split(/\s+/)].map((part) => soundOf(normalizeWords(part)));
      const most = sound.length > 6 ? 3 : 2;
      const distance = Math.min(
        ...parts.map((part) => (part.startsWith(sound) ? 1 : countTypos(sound, part, most))),
      );
      return distance <= most && distance < sound.length ? [{ name, distance }] : [];
    })
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MAX)
    .map(({ name }) => ({
      label: name,
      text: `${line.text.slice(0, piece.start)}${name}${line.text.slice(piece.end)}`,
    }));
}
