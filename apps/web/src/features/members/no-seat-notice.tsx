import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';

/** Says that the plan is full before somebody tries, and leads to more; `children`: what that means here. */
export function NoSeatNotice({ children }: { children?: ReactNode }) {
  return (
    <Notice
      kind="warning"
      action={
        <LinkButton to="/dashboard/upgrade" variant="default" size="small">
          <Trans>See plans</Trans>
        </LinkButton>
      }
    >
      <Trans>All seats on your plan are taken.</Trans> {children}
    </Notice>
  );
}
