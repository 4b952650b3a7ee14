export { PaymentOnboarding } from './payment-onboarding.tsx';
export { PlanOffer } from './plan-offer.tsx';
export { PlanFullNotice, useIsPlanFull } from './plan-room.tsx';
export { PlanUsage } from './plan-usage.tsx';
