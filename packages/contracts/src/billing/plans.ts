const MEGABYTE = 1024 * 1024;

/** What each plan gives. The server enforces these numbers and the pricing cards print them. */
export const PLANS = {
  free: {
    shownAs: 'Trial',
    pricePerMonth: 0,
    originalPricePerMonth: null,
    limits: { collaborators: 3, projects: 1, documents: 3, tasks: 10 },
    /** Guests who only read and comment take no seat, up to so many. */
    freeGuests: 5,
    /** One file at most, and all files of a team together. */
    fileBytes: 5 * MEGABYTE,
    storageBytes: 250 * MEGABYTE,
    hasAnalytics: false,
    hasPrioritySupport: false,
    /** Within so many hours somebody answers what is asked by the support form. */
    answerHours: 72,
    /** Messages of the team that a model answers in a month; then the built-in assistant does. And what one may tell it, in tokens. */
    modelMessages: 50,
    modelTokens: 8_000,
  },
  pro: {
    shownAs: 'Pro',
    /** Rupees a team a month. */
    pricePerMonth: 699,
    originalPricePerMonth: 1199,
    limits: { collaborators: 10, projects: 10, documents: null, tasks: null },
    freeGuests: 50,
    fileBytes: 25 * MEGABYTE,
    storageBytes: 10_240 * MEGABYTE,
    hasAnalytics: true,
    hasPrioritySupport: true,
    answerHours: 8,
    modelMessages: 1000,
    modelTokens: 32_000,
  },
} as const;

export type Plan = keyof typeof PLANS;

/** By how many percent the price lies below the original one; null where there is none. */
export function computeDiscount(plan: Plan): number | null {
  const { pricePerMonth, originalPricePerMonth } = PLANS[plan];
  return originalPricePerMonth === null
    ? null
    : Math.round((1 - pricePerMonth / originalPricePerMonth) * 100);
}

export const LIMITED_RESOURCES = ['collaborators', 'projects', 'documents', 'tasks'] as const;
export type LimitedResource = (typeof LIMITED_RESOURCES)[number];
/** `null` = unlimited. */
export type PlanLimits = Record<LimitedResource, number | null>;
