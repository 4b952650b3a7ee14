import { computeDiscount, PLANS, type Plan } from '@hearth/contracts/billing/plans';

/** What a line of a pricing card is about; `count` null = without limit. */
export type PricingFeatureName =
  | { kind: 'collaborators' | 'projects' | 'documents' | 'tasks'; count: number | null }
  | { kind: 'analytics' | 'support'; count?: never };

export interface PricingCard {
  /** The plan's name as people see it. */
  type: string;
  plan: Plan;
  /** Rupees a team a month. */
  pricing: number;
  isDiscounted: boolean;
  originalPrice: number | null;
  discountPercent: number | null;
  features: { name: PricingFeatureName; available: boolean }[];
  path: string;
}

/** The card of a plan, from the same numbers that the server enforces. */
function makePricingCard(plan: Plan): PricingCard {
  const { shownAs, pricePerMonth, originalPricePerMonth, limits, hasAnalytics, hasPrioritySupport } =
    PLANS[plan];
  return {
    type: shownAs,
    plan,
    pricing: pricePerMonth,
    isDiscounted: originalPricePerMonth !== null,
    originalPrice: originalPricePerMonth,
    discountPercent: computeDiscount(plan),
    features: [
      { name: { kind: 'collaborators', count: limits.collaborators }, available: true },
      { name: { kind: 'projects', count: limits.projects }, available: true },
      { name: { kind: 'documents', count: limits.documents }, available: true },
      { name: { kind: 'tasks', count: limits.tasks }, available: true },
      { name: { kind: 'analytics' }, available: hasAnalytics },
      { name: { kind: 'support' }, available: hasPrioritySupport },
    ],
    path: `/payment/onboarding?plan=${shownAs.toLowerCase()}`,
  };
}

export const PRICING_CARDS: readonly PricingCard[] = [makePricingCard('free'), makePricingCard('pro')];
