import type { Menu } from '@mantine/core';
import { createContext, use } from 'react';

/** The components of a menu, lazy-loaded with the surrounding list. */
export const MenuParts = createContext<Pick<typeof Menu, 'Item' | 'Label' | 'Divider'> | null>(null);

export function useMenuParts(): Pick<typeof Menu, 'Item' | 'Label' | 'Divider'> {
  const parts = use(MenuParts);
  if (parts === null) throw new Error('Menu items must be rendered inside <Menu>.');
  return parts;
}
