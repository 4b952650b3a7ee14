// Entities of the gateway's API, with the gateway's names. Times are in seconds, amounts in paise.
// https://razorpay.com/docs/api/payments/subscriptions and …/payments, …/refunds, …/orders

export type Notes = Record<string, string>;

export interface Plan {
  id: string;
  entity: 'plan';
  interval: number;
  period: string;
  item: { id: string; active: true; name: string; amount: number; currency: string; created_at: number };
  notes: Notes | [];
  created_at: number;
}

export type SubscriptionStatus =
  | 'created'
  | 'authenticated'
  | 'active'
  | 'pending'
  | 'halted'
  | 'cancelled'
  | 'completed'
  | 'expired';

export interface Subscription {
  id: string;
  entity: 'subscription';
  plan_id: string;
  status: SubscriptionStatus;
  current_start: number | null;
  current_end: number | null;
  ended_at: number | null;
  quantity: number;
  /** An empty array if there are no notes, as in the gateway's JSON. */
  notes: Notes | [];
  charge_at: number | null;
  start_at: number | null;
  end_at: number | null;
  auth_attempts: number;
  total_count: number;
  paid_count: number;
  remaining_count: number;
  customer_notify: boolean;
  created_at: number;
  expire_by: number | null;
  short_url: string;
  has_scheduled_changes: boolean;
  change_scheduled_at: number | null;
  source: 'api';
  payment_method: 'card' | null;
}

export interface Card {
  network: string;
  last4: string;
  expiry_month: number;
  expiry_year: number;
}

export interface Payment {
  id: string;
  entity: 'payment';
  amount: number;
  currency: string;
  status: 'captured' | 'failed' | 'refunded';
  order_id: string | null;
  invoice_id: string | null;
  international: false;
  method: 'card';
  amount_refunded: number;
  refund_status: 'partial' | 'full' | null;
  captured: boolean;
  description: string | null;
  card: Card & { id: string; entity: 'card'; name: string; type: 'credit'; international: false };
  notes: Notes | [];
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
  created_at: number;
}

export interface Invoice {
  id: string;
  entity: 'invoice';
  subscription_id: string;
  payment_id: string | null;
  status: 'issued' | 'paid';
  amount: number;
  amount_paid: number;
  currency: string;
  billing_start: number;
  billing_end: number;
  issued_at: number;
  paid_at: number | null;
  created_at: number;
}

export interface Order {
  id: string;
  entity: 'order';
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  receipt: string | null;
  status: 'created';
  attempts: number;
  notes: Notes | [];
  created_at: number;
}

export interface Refund {
  id: string;
  entity: 'refund';
  amount: number;
  currency: string;
  payment_id: string;
  notes: Notes | [];
  receipt: string | null;
  status: 'processed';
  speed_processed: 'normal';
  created_at: number;
}
