import type { Person } from '#ui/format/person.ts';

/** Current names of the entities that a formatted document refers to. */
export interface RichNames {
  person: (id: string) => { name: string; isSelf: boolean };
  task: (key: string) => LinkedTask | null;
  stepLabel: (text: string) => string;
}

/** Documents can also link other documents. */
export interface DocumentNames extends RichNames {
  /** Null if the document is deleted or not visible to this user. */
  document: (id: string) => LinkedDocument | null;
  /** The avatar of a user who has the document open. */
  face: (id: string) => Person;
}

interface LinkedDocument {
  /** The displayed title, including the name for an untitled document. */
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
