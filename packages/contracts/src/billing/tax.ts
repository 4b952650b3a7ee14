/** GST on software as a service: SAC 998314 (within 9983), at 18 %. */
export const GST = { percent: 18, sac: '998314' } as const;

/** True: the advertised price is the total and includes tax. */
export const IS_PRICE_INCLUSIVE = true;

export interface TaxLine {
  name: 'CGST' | 'SGST' | 'IGST';
  percent: number;
  /** In paise. */
  amount: number;
}

/** In paise. `taxable` and the taxes add up to exactly `total`. */
export interface TaxedAmount {
  taxable: number;
  taxes: TaxLine[];
  tax: number;
  total: number;
}

export interface TaxQuestion {
  /** In paise; includes tax if `isInclusive`. */
  amount: number;
  isInclusive: boolean;
  /** Two-digit GST state code. */
  supplierState: string;
  /** Null if unknown. The supplier's state is then the place of supply. */
  buyerState: string | null;
}

/**
 * Splits an amount into taxable value and taxes. Only one of them is rounded to the paisa, half up: the taxable value of an inclusive
 * amount, otherwise the tax. Within a state the tax is split in half. CGST gets the odd paisa, so that both halves add up to the tax.
 * @throws RangeError if the amount is negative or not a whole number of paise
 */
export function computeTax({ amount, isInclusive, supplierState, buyerState }: TaxQuestion): TaxedAmount {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`${amount} is not a valid amount of paise`);
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
