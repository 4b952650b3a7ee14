/** What the parts of a formatted text that stand for something else are called now. */
export interface RichNames {
  person: (id: string) => { name: string; isSelf: boolean };
  task: (key: string) => LinkedTask | null;
  stepLabel: (text: string) => string;
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
