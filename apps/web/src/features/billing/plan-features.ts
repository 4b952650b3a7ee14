import { LIMITED_RESOURCES, PLANS, type LimitedResource, type Plan } from '@hearth/contracts/billing/plans';
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';

interface PlanFeature {
  resource?: LimitedResource;
  name: MessageDescriptor;
  available: boolean;
}

/** Features of a plan, derived from the limits that the server enforces. */
export function listPlanFeatures(plan: Plan): PlanFeature[] {
  const { limits, hasAnalytics, hasPrioritySupport } = PLANS[plan];
  return [
    ...LIMITED_RESOURCES.map((resource) => ({
      resource,
      name: describeRoom(resource, limits[resource]),
      available: true,
    })),
    { name: msg`Team analytics`, available: hasAnalytics },
    { name: msg`Priority support`, available: hasPrioritySupport },
  ];
}

/** Describes the plan's limit of a resource. */
export function describeRoom(resource: LimitedResource, max: number | null): MessageDescriptor {
  return max === null ? UNLIMITED[resource] : LIMITED[resource](max);
}

const LIMITED: Record<LimitedResource, (max: number) => MessageDescriptor> = {
  collaborators: (max) =>
    msg`${plural(max, { one: 'Up to # collaborator', other: 'Up to # collaborators' })}`,
  projects: (max) => msg`${plural(max, { one: '# project', other: '# projects' })}`,
  documents: (max) => msg`${plural(max, { one: 'Up to # document', other: 'Up to # documents' })}`,
  tasks: (max) => msg`${plural(max, { one: 'Up to # task', other: 'Up to # tasks' })}`,
};

const UNLIMITED: Record<LimitedResource, MessageDescriptor> = {
  collaborators: msg`Unlimited collaborators`,
  projects: msg`Unlimited projects`,
  documents: msg`Unlimited documents`,
  tasks: msg`Unlimited tasks`,
};
