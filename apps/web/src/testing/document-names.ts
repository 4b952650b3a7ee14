import type { DocumentNames } from '#ui/rich/rich-names.ts';

/** Names for editors in tests. Every user is Ada, and mentioned tasks and documents are unknown. */
export const DOCUMENT_NAMES: DocumentNames = {
  person: () => ({ name: 'Ada', isSelf: false }),
  face: (id) => ({ id, name: 'Ada', image: null }),
  task: () => null,
  document: () => null,
  stepLabel: (text) => text,
};
