import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

interface SubTaskWordsProps {
  name: ReactNode;
  /** The id of what is part of the task no more. */
  old: unknown;
  /** The id of what became part of it. */
  now: unknown;
  find: (id: string) => { title: string } | undefined;
  mark: (text: string) => ReactNode;
}

/** What became part of a task, or is part of it no more; what lies in the trash by now goes without its title. */
export function SubTaskWords({ name, old, now, find, mark }: SubTaskWordsProps) {
  const title = find(String(now ?? old))?.title;
  if (title === undefined) {
    return now === null ? <Trans>{name} removed a sub-task</Trans> : <Trans>{name} added a sub-task</Trans>;
  }
  const part = mark(title);
  return now === null ? (
    <Trans>
      {name} removed the sub-task {part}
    </Trans>
  ) : (
    <Trans>
      {name} added the sub-task {part}
    </Trans>
  );
}
