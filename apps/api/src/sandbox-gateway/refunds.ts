import type { Notes, Payment, Refund } from './entities.ts';
import type { World } from './life.ts';

export function refund(
  world: World,
  payment: Payment,
  wish: { amount: number; receipt: string | null; notes: Notes | []; key: string | null },
  at: number,
): Refund {
  const made: Refund = {
    id: world.newId('rfnd'),
    entity: 'refund',
    amount: wish.amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes: wish.notes,
    receipt: wish.receipt,
    status: 'processed',
    speed_processed: 'normal',
    created_at: at,
  };
  world.state.refunds.push(made);
  if (wish.key !== null) world.state.refundKeys[wish.key] = made.id;
  payment.amount_refunded += wish.amount;
  const isFull = payment.amount_refunded >= payment.amount;
  payment.refund_status = isFull ? 'full' : 'partial';
  if (isFull) payment.status = 'refunded';
  world.emit('refund.processed', structuredClone({ refund: made, payment }), at);
  return made;
}
