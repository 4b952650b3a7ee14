const MEGABYTE = 1024 * 1024;

/** Contents of each plan. Enforced by the server, and printed on the pricing cards. */
export const PLANS = {
  free: {
    shownAs: 'Trial',
    pricePerMonth: 0,
    originalPricePerMonth: null,
    limits: { collaborators: 3, projects: 1, documents: 3, tasks: 10 },
    /** Maximum guests without a seat, who can only read and comment. */
    freeGuests: 5,
    /** Maximum sizes in bytes: per file, and for all files of a team. */
    fileBytes: 5 * MEGABYTE,
    storageBytes: 250 * MEGABYTE,
    hasAnalytics: false,
    hasPrioritySupport: false,
    /** Response time of support, in hours. */
    answerHours: 72,
    /**
     * Model messages per team and month, and maximum input tokens per turn. After the messages are used up, the built-in assistant answers.
     */
    modelMessages: 50,
    modelTokens: 8_000,
  },
  pro: {
    shownAs: 'Pro',
    /** In rupees, per team and month. */
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

/** Discount from the original price, in percent, or null if there is none. */
export function computeDiscount(plan: Plan): number | null {
  const { pricePerMonth, originalPricePerMonth } = PLANS[plan];
  return originalPricePerMonth === null
    ? null
    : Math.round((1 - pricePerMonth / originalPricePerMonth) * 100);
}

export const LIMITED_RESOURCES = ['collaborators', 'projects', 'documents', 'tasks'] as const;
export type LimitedResource = (typeof LIMITED_RESOURCES)[number];
/** Null if unlimited. */
export type PlanLimits = Record<LimitedResource, number | null>;
