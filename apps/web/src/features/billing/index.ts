export { AskOwner } from './ask-owner.tsx';
export { hasRoomFor, roomRequest, useIsPlanFull } from './room-request.ts';
export {
  forgetBlocked,
  readBlocked,
  readOwnBlocked,
  rememberBlocked,
  type BlockedAct,
  type BlockedRequest,
} from './blocked-act.ts';
export { confirmCheckout, isSettled, readProof } from './checkout.data.ts';
export { forgetCheckout, readAnyCheckout, readCheckout, type Checkout } from './stored-checkout.ts';
export { Paid } from './paid.tsx';
export { PayForm } from './pay-form.tsx';
export { PlanOffer } from './plan-offer.tsx';
export { BillingSettings, PlanFullNotice } from './lazy-parts.tsx';
export { PlanSentence } from './plan-sentence.tsx';
export { PlanUsage } from './plan-usage.tsx';
export { SupportForm } from './support-form.tsx';
export { WaitingForBank } from './waiting-for-bank.tsx';
