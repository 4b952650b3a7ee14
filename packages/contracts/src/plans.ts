/** What each plan gives. The server enforces these numbers and the pricing cards print them. */
export const PLANS = {
  free: {
    shownAs: 'Trial',
    pricePerMonth: 0,
    originalPricePerMonth: null,
    limits: { collaborators: 3, projects: 1, documents: 3, tasks: 10 },
    hasAnalytics: false,
    hasPrioritySupport: false,
  },
  pro: {
    shownAs: 'Pro',
    /** Rupees a team a month. */
    pricePerMonth: 699,
    originalPricePerMonth: 1199,
    limits: { collaborators: 10, projects: 10, documents: null, tasks: null },
    hasAnalytics: true,
    hasPrioritySupport: true,
  },
} as const;

export type Plan = keyof typeof PLANS;
export const LIMITED_RESOURCES = ['collaborators', 'projects', 'documents', 'tasks'] as const;
export type LimitedResource = (typeof LIMITED_RESOURCES)[number];
/** `null` = unlimited. */
export type PlanLimits = Record<LimitedResource, number | null>;
