import { computeDiscount, PLANS, type Plan } from '@hearth/contracts/billing/plans';

/** Feature in a row of a pricing card. A null `count` means unlimited. */
export type PricingFeatureName =
  | { kind: 'collaborators' | 'projects' | 'documents' | 'tasks'; count: number | null }
  | { kind: 'analytics' | 'support'; count?: never };

export interface PricingCard {
  /** Display name of the plan. */
  type: string;
  plan: Plan;
  /** Price in rupees per team and month. */
  pricing: number;
  isDiscounted: boolean;
  originalPrice: number | null;
  discountPercent: number | null;
  features: { name: PricingFeatureName; available: boolean }[];
  path: string;
}

/** The card of a plan, derived from the limits that the server enforces. */
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
