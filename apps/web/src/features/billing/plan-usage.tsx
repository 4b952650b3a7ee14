import type { Subscription } from '@hearth/contracts/billing/billing';
import { LIMITED_RESOURCES, type LimitedResource } from '@hearth/contracts/billing/plans';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Progress } from '#ui/display/progress.tsx';
import styles from './billing.module.css';

export const RESOURCE_NAMES: Record<LimitedResource, MessageDescriptor> = {
  collaborators: msg`Collaborators`,
  projects: msg`Projects`,
  documents: msg`Documents`,
  tasks: msg`Tasks`,
};

/** Usage of the plan's limits. */
export function PlanUsage({ subscription }: { subscription: Subscription }) {
  const { i18n, t } = useLingui();
  const { limits, usage } = subscription;
  return (
    <div className={styles.usage}>
      {LIMITED_RESOURCES.map((resource) => {
        const used = usage[resource] ?? 0;
        const max = limits[resource];
        return (
          <Progress
            key={resource}
            label={i18n._(RESOURCE_NAMES[resource])}
            value={used}
            max={max}
            text={max === null ? t`${used}, no limit` : t`${used} of ${max}`}
          />
        );
      })}
    </div>
  );
}
