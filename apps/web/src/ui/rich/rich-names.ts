import type { Person } from '#ui/format/person.ts';

/** What the parts of a formatted text that stand for something else are called now. */
export interface RichNames {
  person: (id: string) => { name: string; isSelf: boolean };
  task: (key: string) => LinkedTask | null;
  stepLabel: (text: string) => string;
}

/** In a document other documents are named, too. */
export interface DocumentNames extends RichNames {
  /** @returns null for one that is gone, or that this person may not see */
  document: (id: string) => LinkedDocument | null;
  /** Of somebody who has the document open. */
  face: (id: string) => Person;
}

interface LinkedDocument {
  /** As it is shown: one without a title has a name too. */
  title: string;
  /** An emoji. */
  icon: string | null;
  href: string;
  open: () => void;
}

interface LinkedTask {
  key: string;
  title: string;
  isClosed: boolean;
  href: string;
  open: () => void;
}

export function writePerson(names: RichNames, id: string): string {
  return `@${names.person(id).name}`;
}

export function writeTask(names: RichNames, key: string): string {
  const task = names.task(key);
  return task === null ? key : `${task.key} ${task.title}`;
}
