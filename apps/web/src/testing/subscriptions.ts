import type { Billing, Subscription } from '@hearth/contracts/billing/billing';
import { PLANS } from '@hearth/contracts/billing/plans';
import { PRO } from './team-rows.ts';

// A team's plans as returned by the server.

/** The task limit is reached. */
export const TRIAL: Subscription = {
  ...PRO,
  plan: 'free',
  status: 'trial',
  limits: PLANS.free.limits,
  usage: { collaborators: 2, projects: 1, documents: 0, tasks: 10 },
};

export const PAID: Subscription = {
  ...PRO,
  limits: PLANS.pro.limits,
  usage: { collaborators: 2, projects: 1, documents: 0, tasks: 10 },
  renewsAt: '2027-01-01T09:00:00.000Z',
  paidUntil: '2027-01-01T09:00:00.000Z',
};

export const BILLING: Billing = {
  details: {
    name: 'North Studio',
    email: 'accounts@north.example',
    address: '',
    state: null,
    gstin: null,
    receiptEmails: [],
  },
  method: null,
  amount: PLANS.pro.pricePerMonth * 100,
  currency: 'INR',
  refundableUntil: null,
  nextPayment: { at: '2026-11-25T09:00:00.000Z', isNow: true, isOverdue: false },
  methodUrl: null,
  isSandbox: false,
};
