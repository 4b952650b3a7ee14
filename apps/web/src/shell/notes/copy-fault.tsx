import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { copyText } from '#platform/actions/copy-text.ts';
import { writeFaultReport } from '#platform/release/fault-report.ts';

/** A button that copies the details needed to fix an error. */
export function CopyFault({ error, componentStack }: { error: unknown; componentStack?: string | null }) {
  const { t } = useLingui();
  const router = useRouter();
  const [at] = useState(() => new Date());

  async function copy(): Promise<void> {
    const screen = router.state.matches.at(-1)?.fullPath ?? location.pathname;
    const report = writeFaultReport({ screen, error, componentStack, at });
    await copyText(report, t`Details copied`, t`Your browser blocked copying`);
  }

  return (
    <Button variant="default" onClick={() => void copy()}>
      <Trans>Copy details</Trans>
    </Button>
  );
}
