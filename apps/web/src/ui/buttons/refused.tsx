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
import type { RefusedReasonProps } from './refused-reason.tsx';

const RefusedReason = lazyOnIntentFor<RefusedReasonProps>(
  async () => (await import('./refused-reason.tsx')).RefusedReason,
);

interface RefusedProps {
  why: ReactNode;
  children: ReactElement<ComponentPropsWithRef<'button'>>;
}

/** A button that is disabled (aria-disabled) but can be pressed to show the reason. */
export function Refused({ why, children }: RefusedProps) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
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
      {wasOpened && (
        <RefusedReason isWanted standIn={null} id={id} target={target} isOpen={isOpen} onChange={setIsOpen}>
          {why}
        </RefusedReason>
      )}
    </>
  );
}
