import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteProject, restoreProject, useAllProjects } from '#features/projects/index.ts';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import styles from './first-steps.module.css';

/** Offers a sample project. It can be created and deleted with one press. */
export function SampleOffer() {
  const may = useMay();
  const sample = useAllProjects().find(({ isSample }) => isSample);
  if (sample !== undefined) return <SampleHere sample={sample} />;
  return may('projects.create') ? <MakeSample /> : null;
}

function MakeSample() {
  const { teamId } = useTeamStore();
  const router = useRouter();
  const [isBusy, setIsBusy] = useState(false);
  // Idempotency key: a retry after a lost response does not create a second project.
  const [id] = useState(() => crypto.randomUUID());

  async function make(): Promise<void> {
    setIsBusy(true);
    try {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const body = { id, timeZone };
      await trackLoading(call('POST /teams/{teamId}/sample-project', { params: { teamId }, body }));
      await router.navigate({ to: '/dashboard/projects/$projectId', params: { projectId: id }, search: {} });
    } catch (error) {
      showError(explainError(error));
      setIsBusy(false);
    }
  }

  return (
    <div className={styles.sample}>
      <p>
        <Trans>Prefer to look around first? A sample project counts towards no limit.</Trans>
      </p>
      <Button size="small" variant="subtle" isBusy={isBusy} onClick={() => void make()}>
        <Trans>Add sample project</Trans>
      </Button>
    </div>
  );
}

function SampleHere({ sample }: { sample: SyncRows['project'] }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const { id: projectId, createdBy } = sample;
  const mayRemove = may('project.delete', { projectId, createdBy });

  function remove(): void {
    const tasks = store.all('task').filter((task) => task.projectId === projectId);
    store.mutate(deleteProject(store, projectId));
    showToast(t`${sample.name} was deleted`, {
      action: { label: t`Undo`, run: () => void store.mutate(restoreProject(store, sample, tasks)) },
    });
  }

  return (
    <div className={styles.sample}>
      <p>
        <Trans>The sample project is there to try things on.</Trans>
      </p>
      <LinkButton
        size="small"
        variant="subtle"
        to="/dashboard/projects/$projectId"
        params={{ projectId }}
        search={{}}
      >
        <Trans>Open</Trans>
      </LinkButton>
      {mayRemove && (
        <Button size="small" variant="subtle" onClick={remove}>
          <Trans>Remove</Trans>
        </Button>
      )}
    </div>
  );
}
