/** The data needed for a user's avatar or chip. */
export interface Person {
  id: string;
  name: string;
  image: string | null;
  /** Distinguishes the person from other members of the same name: the email address, or the role for readers who cannot see it. */
  namesakeHint?: string;
}

/** Background colors of initials. Gray is reserved for objects. */
const PERSON_COLORS = ['ember', 'amber', 'lime', 'green', 'teal', 'sky', 'indigo', 'violet', 'pink'] as const;

/** Deterministic: an id always gets the same color. */
export function pickPersonColor(id: string): (typeof PERSON_COLORS)[number] {
  let hash = 0;
  for (const char of id) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  return PERSON_COLORS[hash % PERSON_COLORS.length] ?? 'ember';
}

/** Returns the name, with what distinguishes the person from others of the same name. */
export function nameApart({ name, namesakeHint }: Pick<Person, 'name' | 'namesakeHint'>): string {
  return namesakeHint === undefined ? name : `${name} (${namesakeHint})`;
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the first grapheme in upper case, or '?' if the text is blank. */
export function takeFirstLetter(text: string): string {
  const [first] = letters.segment(text.trim());
  return first?.segment.toLocaleUpperCase() ?? '?';
}

/** 'Ada King Lovelace' → 'AL', 'ada' → 'A'. */
export function makeInitials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0];
  if (first === undefined) return '?';
  const last = words.length > 1 ? words.at(-1) : undefined;
  return takeFirstLetter(first) + (last === undefined ? '' : takeFirstLetter(last));
}

/** Returns first names, or full names if a first name is not unique. */
export function shortenNames(names: readonly string[]): string[] {
  const whole = names.map((name) => name.trim());
  const first = whole.map((name) => name.split(/\s+/)[0] ?? name);
  return whole.map((name, at) => {
    const own = first[at] ?? name;
    return first.filter((other) => other === own).length > 1 ? name : own;
  });
}
