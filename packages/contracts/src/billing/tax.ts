/** What GST takes of software as a service: SAC 998314 (within 9983), at 18 %. */
export const GST = { percent: 18, sac: '998314' } as const;

/** The advertised price is what is paid: it has the tax in it. */
export const IS_PRICE_INCLUSIVE = true;

export interface TaxLine {
  name: 'CGST' | 'SGST' | 'IGST';
  percent: number;
  /** Paise. */
  amount: number;
}

/** Paise. `taxable` and the taxes are exactly `total`. */
export interface TaxedAmount {
  taxable: number;
  taxes: TaxLine[];
  tax: number;
  total: number;
}

export interface TaxQuestion {
  /** Paise; with the tax in it or not, as `isInclusive` says. */
  amount: number;
  isInclusive: boolean;
  /** The two digits of GST. */
  supplierState: string;
  /** null = not known: then the place of supply is the supplier's. */
  buyerState: string | null;
}

/**
 * Splits an amount into what is taxed and its taxes. The tax is rounded to the paisa once, half a paisa up. Within a state
 * it is halved; of an odd sum CGST has the paisa more, so that both halves are exactly the tax.
 */
export function computeTax({ amount, isInclusive, supplierState, buyerState }: TaxQuestion): TaxedAmount {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${amount} are no paise`);
  const taxable = isInclusive ? Math.round((amount * 100) / (100 + GST.percent)) : amount;
  const tax = isInclusive ? amount - taxable : Math.round((amount * GST.percent) / 100);
  const place = placeOfSupply(supplierState, buyerState);
  return { taxable, taxes: splitTax(tax, place === supplierState), tax, total: taxable + tax };
}

export function placeOfSupply(supplierState: string, buyerState: string | null): string {
  return buyerState ?? supplierState;
}

function splitTax(tax: number, isWithinState: boolean): TaxLine[] {
  if (!isWithinState) return [{ name: 'IGST', percent: GST.percent, amount: tax }];
  const lower = Math.floor(tax / 2);
  return [
    { name: 'CGST', percent: GST.percent / 2, amount: tax - lower },
    { name: 'SGST', percent: GST.percent / 2, amount: lower },
  ];
}
