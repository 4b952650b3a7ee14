/** The fixed values of documents; free of the schema library, so that the browser loads only these. */
export const DOCUMENT_LIMITS = {
  title: 300,
  /** Characters of what is sent as Markdown at once. */
  markdown: 2_000_000,
  /** Bytes of a request that brings Markdown: its characters, escaped, and whatever else is said. */
  body: 4 * 1024 * 1024,
  /** All levels below the top one. */
  levels: 20,
  /** Below one document, all levels together. */
  below: 5000,
  /** Of one document itself. */
  grants: 100,
  icon: 40,
} as const;

/** The pictures of our own that a document can have above its title. */
export const DOCUMENT_COVERS = [
  'dawn',
  'dusk',
  'meadow',
  'ocean',
  'sand',
  'slate',
  'rose',
  'contours',
] as const;

/** Templates that every team has, in the language of whoever uses them. */
export const BUILT_IN_TEMPLATES = [
  'meetingNotes',
  'projectBrief',
  'decisionRecord',
  'weeklyPlan',
  'howTo',
  'retrospective',
] as const;
export type BuiltInTemplate = (typeof BUILT_IN_TEMPLATES)[number];

export function isBuiltInTemplate(name: string): name is BuiltInTemplate {
  return (BUILT_IN_TEMPLATES as readonly string[]).includes(name);
}

/** What a list of documents is asked for to get those of no project, or those below none. */
export const NONE = 'none';

const OWN_PICTURE = /^attachment:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The file on the document that its cover names; null where it is one of our own. */
export function readCoverFile(cover: string | null): string | null {
  return cover === null ? null : (OWN_PICTURE.exec(cover)?.[1] ?? null);
}

export function isCover(text: string): boolean {
  return (DOCUMENT_COVERS as readonly string[]).includes(text) || OWN_PICTURE.test(text);
}
