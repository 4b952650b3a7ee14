import { Trans } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from './empty-state.tsx';
import styles from './feedback.module.css';

interface MissingProps {
  icon: ReactNode;
  title: string;
  /** Describes possible causes. */
  children: ReactNode;
  /** Links that lead to other screens. */
  action: ReactNode;
}

/** Shown for a requested item that cannot be displayed, with possible causes and links to other screens. */
export function Missing({ icon, title, children, action }: MissingProps) {
  const router = useRouter();
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        <div className={styles.ways}>
          {action}
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
