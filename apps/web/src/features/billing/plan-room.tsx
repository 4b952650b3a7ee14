import type { Subscription } from '@hearth/contracts/billing/billing';
import { Trans } from '@lingui/react/macro';
import { useProblemWords } from '#platform/texts/error-words.ts';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';

type Resource = 'projects' | 'tasks';

function isFull(subscription: Subscription | null, resource: Resource, adding: number): boolean {
  const max = subscription?.limits[resource] ?? null;
  return max !== null && (subscription?.usage[resource] ?? 0) + adding > max;
}

/** Whether the plan has no room for so many more; false where that is not known. */
export function useIsPlanFull(resource: Resource, adding = 1): boolean {
  return useSelected(auth, ({ subscription }) => isFull(subscription, resource, adding));
}

/** Says that the plan is full before somebody tries, in the words of the server's refusal, and leads to more. */
export function PlanFullNotice({ resource }: { resource: Resource }) {
  const subscription = useSelected(auth, (state) => state.subscription);
  if (subscription === null) return null;
  return <FullNotice subscription={subscription} resource={resource} />;
}

function FullNotice({ subscription, resource }: { subscription: Subscription; resource: Resource }) {
  const words = useProblemWords({
    type: 'about:blank',
    title: '',
    detail: '',
    status: 402,
    code: 'PLAN_LIMIT_REACHED',
    limit: resource,
    max: subscription.limits[resource] ?? 0,
    used: subscription.usage[resource] ?? 0,
    plan: subscription.plan,
  });
  return (
    <div role="status">
      <Notice
        kind="warning"
        action={
          <LinkButton to="/dashboard/upgrade" search={{}} variant="default" size="small">
            <Trans>See plans</Trans>
          </LinkButton>
        }
      >
        {words}
      </Notice>
    </div>
  );
}
