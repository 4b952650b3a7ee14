import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import type { Shortcut } from '#ui/keyboard/keys.tsx';
import { Tooltip } from './tooltip.tsx';

type IconButtonProps = Omit<ActionIconProps, 'aria-label'> &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'aria-label'> & {
    label: string;
    /** Shown next to the label in the tooltip. */
    shortcut?: Shortcut | undefined;
  };

/** An icon button whose label is its accessible name and its tooltip. */
export function IconButton({ label, shortcut, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut}>
      <ActionIcon aria-label={label} {...rest} />
    </Tooltip>
  );
}
