import { Trans } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from './empty-state.tsx';
import styles from './feedback.module.css';

interface MissingProps {
  icon: ReactNode;
  title: string;
  /** What may have happened. */
  children: ReactNode;
  /** Where to go on from here. */
  way: ReactNode;
}

/** Something that was asked for and cannot be shown: what may have happened, and the ways on. */
export function Missing({ icon, title, children, way }: MissingProps) {
  const router = useRouter();
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        <div className={styles.ways}>
          {way}
          {router.history.canGoBack() && (
            <Button variant="default" onClick={() => router.history.back()}>
              <Trans>Go back</Trans>
            </Button>
          )}
        </div>
      }
    >
      {children}
    </EmptyState>
  );
}
