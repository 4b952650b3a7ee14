import { useMergedRef } from '@mantine/hooks';
import {
  cloneElement,
  useId,
  useState,
  type ComponentPropsWithRef,
  type ReactElement,
  type ReactNode,
} from 'react';
import { lazyOnIntentFor } from '#ui/lazy/lazy-parts.tsx';
import { useIsPainted } from '#ui/lazy/use-is-painted.ts';
import type { RefusedReasonProps } from './refused-reason.tsx';

const RefusedReason = lazyOnIntentFor<RefusedReasonProps>(
  async () => (await import('./refused-reason.tsx')).RefusedReason,
);

interface RefusedProps {
  why: ReactNode;
  children: ReactElement<ComponentPropsWithRef<'button'>>;
}

/**
 * A button that is disabled (aria-disabled) but can be pressed to show the reason. The reason also describes it, so that screen readers
 * announce it with the button.
 */
export function Refused({ why, children }: RefusedProps) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  // After the first paint, because most reasons are lazy-loaded. While the popover is open, it announces the reason itself.
  const isDescribed = useIsPainted() && !isOpen;
  const whyId = `${id}-why`;
  // Escape closes only the popover, not the panel or dialog around it.
  function closeOnEscape(event: React.KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    setIsOpen(false);
  }
  const attributes = {
    id,
    'aria-disabled': true,
    'aria-expanded': isOpen,
    ...(isDescribed ? { 'aria-describedby': whyId } : {}),
    'data-refused': true,
    ref: useMergedRef(children.props.ref, setTarget),
    onClick() {
      setIsOpen(!isOpen);
      setWasOpened(true);
    },
    onKeyDown: closeOnEscape,
    onBlur: () => setIsOpen(false),
  };
  return (
    <>
      {cloneElement(children, attributes)}
      {isDescribed && (
        <span id={whyId} hidden>
          {why}
        </span>
      )}
      {wasOpened && (
        <RefusedReason isWanted standIn={null} id={id} target={target} isOpen={isOpen} onChange={setIsOpen}>
          {why}
        </RefusedReason>
      )}
    </>
  );
}
