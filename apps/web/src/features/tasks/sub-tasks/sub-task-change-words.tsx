import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

interface SubTaskWordsProps {
  name: ReactNode;
  /** Id of the added sub-task. */
  now: unknown;
  title: string | undefined;
  mark: (text: string) => ReactNode;
}

/** A sub-task that was added or removed. */
export function SubTaskWords({ name, now, title, mark }: SubTaskWordsProps) {
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
