import type { Notes, Payment, Refund } from './entities.ts';
import type { World } from './life.ts';

export function refund(
  world: World,
  payment: Payment,
  input: { amount: number; receipt: string | null; notes: Notes | []; key: string | null },
  at: number,
): Refund {
  const created: Refund = {
    id: world.newId('rfnd'),
    entity: 'refund',
    amount: input.amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes: input.notes,
    receipt: input.receipt,
    status: 'processed',
    speed_processed: 'normal',
    created_at: at,
  };
  world.state.refunds.push(created);
  if (input.key !== null) world.state.refundKeys[input.key] = created.id;
  payment.amount_refunded += input.amount;
  const isFull = payment.amount_refunded >= payment.amount;
  payment.refund_status = isFull ? 'full' : 'partial';
  if (isFull) payment.status = 'refunded';
  world.emit('refund.processed', structuredClone({ refund: created, payment }), at);
  return created;
}
