import { IconDots, IconPlus } from '@tabler/icons-react';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import type { Preview } from './preview.ts';

const VARIANTS = ['filled', 'default', 'subtle', 'danger'] as const;

function showAll(extra: { disabled?: boolean; loading?: boolean } = {}) {
  return () => (
    <>
      {VARIANTS.map((variant) => (
        <Button key={variant} variant={variant} {...extra}>
          {variant}
        </Button>
      ))}
      <IconButton label="More" {...extra}>
        <IconDots size={18} stroke={1.7} />
      </IconButton>
    </>
  );
}

export const preview: Preview = {
  title: 'Buttons',
  states: [
    { name: 'rest', show: showAll() },
    { name: 'hover', force: 'hover', show: showAll() },
    { name: 'focus', force: 'focus', show: showAll() },
    { name: 'disabled', show: showAll({ disabled: true }) },
    { name: 'loading', show: showAll({ loading: true }) },
    {
      name: 'with icon',
      show: () => <Button icon={<IconPlus size={16} stroke={1.9} />}>New task</Button>,
    },
    { name: 'large', show: () => <Button size="large">Create team</Button> },
    { name: 'long text', show: () => <Button>{'Ask every supplier of the last years '.repeat(3)}</Button> },
  ],
};
