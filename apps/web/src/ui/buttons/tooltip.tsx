import {
  cloneElement,
  Suspense,
  useEffect,
  useState,
  type PointerEvent,
  type PointerEventHandler,
  type ReactElement,
  type ReactNode,
} from 'react';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';
import type { Shortcut } from '#ui/keyboard/keys.tsx';

const loadTip = () => import('./tooltip-content.tsx');
const LaterTip = lazyComponent(async () => (await loadTip()).TooltipContent);

const DELAY_MS = 450;

export interface TooltipContent {
  label: ReactNode;
  /** Shown next to the label. */
  shortcut?: Shortcut | undefined;
  position?: 'top' | 'left' | 'right';
}

interface TriggerHandlers {
  onPointerEnter?: PointerEventHandler;
  onPointerLeave?: PointerEventHandler;
  onPointerDown?: PointerEventHandler;
}

interface TooltipProps extends TooltipContent {
  disabled?: boolean;
  /** Receives the pointer handlers. */
  children: ReactElement<TriggerHandlers>;
}

/**
 * Shows a tooltip while the mouse hovers over the child, until a pointer or key press. The positioning code is lazy-loaded: a panel has
 * thirty tooltips and must not wait for rarely used code.
 */
export function Tooltip({ disabled = false, children, ...tip }: TooltipProps) {
  const [over, setOver] = useState<Element | null>(null);
  const [target, setTarget] = useState<Element | null>(null);
  useEffect(() => {
    if (over === null) return undefined;
    const timer = setTimeout(() => setTarget(over), DELAY_MS);
    window.addEventListener('keydown', end, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', end, { capture: true });
    };
  }, [over]);

  const own = children.props;
  function begin(event: PointerEvent): void {
    own.onPointerEnter?.(event);
    const { currentTarget, target: entered, pointerType } = event;
    // React events bubble through portals. A list opened from the child is its descendant in React but not in the DOM.
    if (disabled || pointerType !== 'mouse' || !currentTarget.contains(entered as Node)) return;
    void loadTip().catch(() => null);
    setOver(currentTarget);
  }
  function end(): void {
    setOver(null);
    setTarget(null);
  }
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: begin,
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event);
          end();
        },
        onPointerDown: (event) => {
          own.onPointerDown?.(event);
          end();
        },
      })}
      {target instanceof HTMLElement && !disabled && (
        <Suspense fallback={null}>
          <LaterTip target={target} {...tip} />
        </Suspense>
      )}
    </>
  );
}
