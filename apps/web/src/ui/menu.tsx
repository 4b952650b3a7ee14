import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu as LibraryMenu, type MenuItemProps, type MenuProps } from '@mantine/core';
import { createContext, useContext, useState, type ComponentPropsWithRef, type ReactNode } from 'react';
import { Keys } from './keys.tsx';
import { backdropClass, SheetHandle, sheetClass, useIsSheet } from './sheet.tsx';

const OpenContext = createContext<(isOpen: boolean) => void>(() => undefined);

/** A list of acts under a button; on a phone a sheet. */
export function Menu({ children, ...rest }: Omit<MenuProps, 'opened' | 'onChange' | 'defaultOpened'>) {
  const [isOpen, setIsOpen] = useState(false);
  const isSheet = useIsSheet();
  return (
    <LibraryMenu
      opened={isOpen}
      onChange={setIsOpen}
      withOverlay={isSheet}
      overlayProps={{ className: backdropClass, backgroundOpacity: 0 }}
      transitionProps={isSheet ? { duration: 0 } : { transition: 'pop', duration: 110, exitDuration: 60 }}
      {...rest}
    >
      <OpenContext value={setIsOpen}>{children}</OpenContext>
    </LibraryMenu>
  );
}

function MenuDropdown({ children }: { children: ReactNode }) {
  const setIsOpen = useContext(OpenContext);
  return (
    <LibraryMenu.Dropdown className={sheetClass}>
      <SheetHandle onClose={() => setIsOpen(false)} />
      {children}
    </LibraryMenu.Dropdown>
  );
}

type ItemProps = MenuItemProps &
  Omit<ComponentPropsWithRef<'button'>, keyof MenuItemProps> & {
    /** The keys that do the same, at the end of the line. */
    shortcut?: string | undefined;
  };

function MenuItem({ shortcut, ...rest }: ItemProps) {
  return (
    <LibraryMenu.Item rightSection={shortcut === undefined ? null : <Keys shortcut={shortcut} />} {...rest} />
  );
}

Menu.Target = LibraryMenu.Target;
Menu.Dropdown = MenuDropdown;
Menu.Item = MenuItem;
Menu.Label = LibraryMenu.Label;
Menu.Divider = LibraryMenu.Divider;
