import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu as LibraryMenu, type FloatingPosition } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { Anchor } from '#ui/lazy/anchor.tsx';
import { MenuParts } from './menu-parts.ts';
import { backdropClass, SheetHandle, sheetClass, useIsSheet } from './bottom-sheet.tsx';

export interface MenuListProps {
  /** The id of the target. The list's id is `${id}-dropdown`. */
  id: string;
  target: HTMLElement | null;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  width: number | undefined;
  position: FloatingPosition | undefined;
  children: ReactNode;
}

/** Menu list: a popover anchored to its button, or a bottom sheet on phones. */
export function MenuList({ id, target, isOpen, onChange, width, position, children }: MenuListProps) {
  const isSheet = useIsSheet();
  // Mounted closed because a menu restores focus only if it was mounted before it opened.
  const [isHere, setIsHere] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setIsHere(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <LibraryMenu
      id={id}
      opened={isOpen && isHere}
      onChange={onChange}
      width={width}
      position={position}
      withOverlay={isSheet}
      overlayProps={{ className: backdropClass, backgroundOpacity: 0 }}
      transitionProps={isSheet ? { duration: 0 } : { transition: 'pop', duration: 110, exitDuration: 60 }}
    >
      <LibraryMenu.Target>
        <Anchor at={target} />
      </LibraryMenu.Target>
      <LibraryMenu.Dropdown className={sheetClass}>
        <SheetHandle onClose={() => onChange(false)} />
        <MenuParts value={LibraryMenu}>{children}</MenuParts>
      </LibraryMenu.Dropdown>
    </LibraryMenu>
  );
}
