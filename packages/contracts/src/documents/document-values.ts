/** Constants for documents, kept out of the schema files to keep the schema library out of the browser. */
export const DOCUMENT_LIMITS = {
  title: 300,
  /** Maximum characters of Markdown per request. */
  markdown: 2_000_000,
  /** Maximum bytes of a request that contains Markdown, to allow for escaped characters and the other fields. */
  body: 4 * 1024 * 1024,
  /** Maximum depth below the top level. */
  levels: 20,
  /** Maximum descendants of one document. */
  below: 5000,
  /** Maximum grants per document, excluding inherited grants. */
  grants: 100,
  icon: 40,
} as const;

/** Names of the built-in covers above a document's title. */
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

/** Built-in templates of every team, in the user's language. */
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

/** Value of list filters: documents without a project, or without a parent. */
export const NONE = 'none';

const OWN_PICTURE = /^attachment:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Returns the id of the attachment that is used as cover, or null for built-in covers. */
export function readCoverFile(cover: string | null): string | null {
  return cover === null ? null : (OWN_PICTURE.exec(cover)?.[1] ?? null);
}

export function isCover(text: string): boolean {
  return (DOCUMENT_COVERS as readonly string[]).includes(text) || OWN_PICTURE.test(text);
}
