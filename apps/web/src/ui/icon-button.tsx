import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { Tooltip } from './tooltip.tsx';

type IconButtonProps = Omit<ActionIconProps, 'aria-label'> &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'aria-label'> & { label: string };

/** A button that is only a picture: its name is its tooltip. */
export function IconButton({ label, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} {...rest} />
    </Tooltip>
  );
}
