import { useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { clsx } from 'clsx';
import type { ComponentPropsWithRef } from 'react';
import { Button, type ButtonProps } from '#ui/buttons/button.tsx';
import { runAction, useIsOffered } from '#platform/actions/actions.ts';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import styles from './new-task-button.module.css';
import { newTask } from '#features/tasks/model/tasks.actions.ts';

interface NewTaskButtonProps {
  /** Whether to show only the icon on a phone. */
  isShort?: boolean;
}

/** The button for creating a task, shown only to users with permission. */
export function NewTaskButton({ isShort = false }: NewTaskButtonProps) {
  const { t } = useLingui();
  if (!useIsOffered(newTask)) return null;
  return (
    <Tooltip label={t`New task`} shortcut={newTask}>
      <NewTaskButtonFace isShort={isShort} onClick={() => runAction(newTask)} />
    </Tooltip>
  );
}

type NewTaskLookProps = NewTaskButtonProps &
  ButtonProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>;

/** The appearance of the button for creating a task, without a permission check. */
export function NewTaskButtonFace({ isShort = false, ...rest }: NewTaskLookProps) {
  const { t } = useLingui();
  return (
    <Button
      {...rest}
      className={clsx(isShort && styles.short)}
      aria-label={t`New task`}
      icon={<IconPlus size={16} stroke={1.9} aria-hidden="true" />}
    >
      <span className={clsx(isShort && styles.words)}>{t`New task`}</span>
    </Button>
  );
}
