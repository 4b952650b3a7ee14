import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { runAction, shownShortcut, useIsOffered } from '#platform/actions.ts';
import { Tooltip } from '#ui/tooltip.tsx';
import { newTask } from './tasks.actions.ts';

/** The way to a new task, where one may be made. */
export function NewTaskButton() {
  const { t } = useLingui();
  if (!useIsOffered(newTask)) return null;
  return (
    <Tooltip label={t`New task`} shortcut={shownShortcut(newTask)}>
      <Button
        leftSection={<IconPlus size={16} stroke={1.9} aria-hidden="true" />}
        onClick={() => runAction(newTask)}
      >
        <Trans>New task</Trans>
      </Button>
    </Tooltip>
  );
}
