import type { BillingDetails } from '@hearth/contracts/billing/billing-details';
import { STATES } from '@hearth/contracts/billing/gst';
import type { Invoice } from '@hearth/contracts/billing/invoices';
import { computeTax, GST, placeOfSupply, type TaxedAmount } from '@hearth/contracts/billing/tax';
import { writeRupees } from './rupees-in-words.ts';
import type { Seller } from './seller.ts';

/** Full content of an invoice (Rule 46 of the CGST Rules) or credit note (Rule 53), as of the day of issue. */
export interface InvoiceContent {
  version: 1;
  kind: Invoice['kind'];
  number: string;
  issuedAt: string;
  /** Whether it was issued in the sandbox, where no money is transferred. */
  isSandbox: boolean;
  supplier: Seller;
  buyer: { name: string; address: string; state: string | null; gstin: string | null };
  placeOfSupply: { code: string; name: string };
  currency: 'INR';
  line: {
    sac: string;
    description: string;
    /** Start of the paid period, which ends before `until`. */
    from: string;
    until: string;
    quantity: 1;
    /** Discount in paise. */
    discount: 0;
  };
  amount: TaxedAmount;
  totalInWords: string;
  hasReverseCharge: false;
  payment: { id: string; paidAt: string };
  /** The invoice that a credit note cancels. Null for invoices. */
  credits: { number: string; issuedAt: string } | null;
}

interface Sale {
  number: string;
  issuedAt: Date;
  isSandbox: boolean;
  seller: Seller;
  teamName: string;
  details: Pick<BillingDetails, 'name' | 'address' | 'state' | 'gstin'> | null;
  period: { from: Date; until: Date };
  /** The payment. Its amount includes tax, regardless of how prices are advertised. */
  payment: { id: string; paidAt: Date; amount: number };
}

export function composeInvoice(sale: Sale): InvoiceContent {
  const { seller, details, period, payment } = sale;
  const buyerState = details?.state ?? null;
  const amount = computeTax({
    amount: payment.amount,
    isInclusive: true,
    supplierState: seller.state,
    buyerState,
  });
  return {
    version: 1,
    kind: 'invoice',
    number: sale.number,
    issuedAt: sale.issuedAt.toISOString(),
    isSandbox: sale.isSandbox,
    supplier: { name: seller.name, address: seller.address, state: seller.state, gstin: seller.gstin },
    buyer: {
      name: details === null || details.name === '' ? sale.teamName : details.name,
      address: details?.address ?? '',
      state: buyerState,
      gstin: details?.gstin ?? null,
    },
    placeOfSupply: nameState(placeOfSupply(seller.state, buyerState)),
    currency: 'INR',
    line: {
      sac: GST.sac,
      description: 'Hearth Pro, one month for one team',
      from: period.from.toISOString(),
      until: period.until.toISOString(),
      quantity: 1,
      discount: 0,
    },
    amount,
    totalInWords: writeRupees(amount.total),
    hasReverseCharge: false,
    payment: { id: payment.id, paidAt: payment.paidAt.toISOString() },
    credits: null,
  };
}

/** Composes a credit note that cancels an invoice in full, with the same parties and amounts. */
export function composeCreditNote(
  invoice: InvoiceContent,
  note: { number: string; issuedAt: Date },
): InvoiceContent {
  return {
    ...invoice,
    kind: 'credit_note',
    number: note.number,
    issuedAt: note.issuedAt.toISOString(),
    credits: { number: invoice.number, issuedAt: invoice.issuedAt },
  };
}

export function nameState(code: string): { code: string; name: string } {
  const name: string | undefined = (STATES as Record<string, string>)[code];
  if (name === undefined) throw new RangeError(`Unknown GST state code ${code}`);
  return { code, name };
}
