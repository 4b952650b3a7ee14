import type { FloatingPosition, MenuItemProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import {
  cloneElement,
  createContext,
  use,
  useId,
  useMemo,
  useState,
  type ComponentPropsWithRef,
  type ReactElement,
  type ReactNode,
} from 'react';
import { Keys, type Shortcut } from '#ui/keyboard/keys.tsx';
import { lazyOnIntentFor } from '#ui/lazy/lazy-parts.tsx';
import type { MenuListProps } from './menu-list.tsx';
import { useMenuParts } from './menu-parts.ts';

/** The list and its library are prefetched on intent and stay mounted once opened. */
const MenuList = lazyOnIntentFor<MenuListProps>(async () => (await import('./menu-list.tsx')).MenuList);

interface MenuState extends Omit<MenuListProps, 'children'> {
  setTarget: (target: HTMLElement | null) => void;
  wasOpened: boolean;
}

const MenuContext = createContext<MenuState | null>(null);

function useMenuState(): MenuState {
  const context = use(MenuContext);
  if (context === null) throw new Error('The target and the list of a menu must be rendered inside <Menu>.');
  return context;
}

interface MenuProps {
  width?: number;
  position?: FloatingPosition;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
  children: ReactNode;
}

/** A dropdown menu. On phones, a bottom sheet. */
export function Menu({ width, position, onOpenChange, children }: MenuProps) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const context = useMemo(
    () => ({
      id,
      target,
      setTarget,
      isOpen,
      wasOpened,
      width,
      position,
      onChange(next: boolean) {
        setIsOpen(next);
        setWasOpened(true);
        onOpenChange?.(next);
      },
    }),
    [id, target, isOpen, wasOpened, width, position, onOpenChange],
  );
  return <MenuContext value={context}>{children}</MenuContext>;
}

/** The menu button. It does not need the library. */
function MenuTarget({ children }: { children: ReactElement<ComponentPropsWithRef<'button'>> }) {
  const { id, isOpen, onChange, setTarget } = useMenuState();
  const { ref, onClick } = children.props;
  return cloneElement(children, {
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}-dropdown` : undefined,
    ref: useMergedRef(ref, setTarget),
    onClick(event) {
      onClick?.(event);
      onChange(!isOpen);
    },
  });
}

function MenuDropdown({ children }: { children: ReactNode }) {
  const { setTarget: _, wasOpened, ...list } = useMenuState();
  if (!wasOpened) return null;
  return (
    <MenuList {...list} isWanted standIn={null}>
      {children}
    </MenuList>
  );
}

type ItemProps = MenuItemProps &
  Omit<ComponentPropsWithRef<'button'>, keyof MenuItemProps> & {
    /** The shortcut of the same action, shown at the end of the row. */
    shortcut?: Shortcut | undefined;
  };

function MenuItem({ shortcut, ...rest }: ItemProps) {
  const { Item } = useMenuParts();
  return <Item rightSection={shortcut === undefined ? null : <Keys shortcut={shortcut} />} {...rest} />;
}

function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useMenuParts();
  return <Label>{children}</Label>;
}

function MenuDivider() {
  const { Divider } = useMenuParts();
  return <Divider />;
}

Menu.Target = MenuTarget;
Menu.Dropdown = MenuDropdown;
Menu.Item = MenuItem;
Menu.Label = MenuLabel;
Menu.Divider = MenuDivider;
