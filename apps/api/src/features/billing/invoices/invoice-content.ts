import type { BillingDetails } from '@hearth/contracts/billing/billing-details';
import { STATES } from '@hearth/contracts/billing/gst';
import type { Invoice } from '@hearth/contracts/billing/invoices';
import { computeTax, GST, placeOfSupply, type TaxedAmount } from '@hearth/contracts/billing/tax';
import { writeRupees } from './rupees-in-words.ts';
import type { Seller } from './seller.ts';

/** Full content of an invoice as of the day of issue (Rule 46 and, for credit notes, 53 of the CGST Rules). */
export interface InvoiceContent {
  version: 1;
  kind: Invoice['kind'];
  number: string;
  issuedAt: string;
  /** Sandbox: no money has moved. */
  isSandbox: boolean;
  supplier: Seller;
  buyer: { name: string; address: string; state: string | null; gstin: string | null };
  placeOfSupply: { code: string; name: string };
  currency: 'INR';
  line: {
    sac: string;
    description: string;
    /** The paid period: `from`, up to `until`. */
    from: string;
    until: string;
    quantity: 1;
    /** Paise. */
    discount: 0;
  };
  amount: TaxedAmount;
  totalInWords: string;
  hasReverseCharge: false;
  payment: { id: string; paidAt: string };
  /** The invoice a credit note cancels. */
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
  /** The amount includes tax, however prices are advertised. */
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

/** Cancels an invoice in full: the same parties and amounts. */
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
  if (name === undefined) throw new RangeError(`GST knows no state ${code}`);
  return { code, name };
}
