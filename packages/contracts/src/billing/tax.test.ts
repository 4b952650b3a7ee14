import { describe, expect, it } from 'vitest';
import { PLANS } from './plans.ts';
import { computeTax, IS_PRICE_INCLUSIVE, type TaxQuestion } from './tax.ts';

const KARNATAKA = '29';
const KERALA = '32';
const compute = (amount: number, more: Partial<TaxQuestion> = {}) =>
  computeTax({ amount, isInclusive: true, supplierState: KARNATAKA, buyerState: null, ...more });

describe('computeTax', () => {
  it('extracts the tax included in the price of Pro', () => {
    const price = PLANS.pro.pricePerMonth * 100;
    expect(compute(price, { isInclusive: IS_PRICE_INCLUSIVE })).toMatchObject({
      taxable: 59_237,
      tax: 10_663,
      total: 69_900,
    });
  });

  it.each([
    [0, true, 0, 0],
    [1, true, 1, 0],
    [3, true, 3, 0],
    [4, true, 3, 1],
    [118, true, 100, 18],
    [11_800, true, 10_000, 1_800],
    [119_900, true, 101_610, 18_290],
    [69_900, false, 69_900, 12_582],
    [59_237, false, 59_237, 10_663],
    [2, false, 2, 0],
    [3, false, 3, 1],
    [25, false, 25, 5],
  ])(
    'splits %i paise (tax included: %s) into a taxable value of %i and a tax of %i',
    (amount, isInclusive, taxable, tax) => {
      expect(compute(amount, { isInclusive })).toMatchObject({ taxable, tax, total: taxable + tax });
    },
  );

  it('splits the tax in half within a state, with the odd paisa in CGST', () => {
    const halves = [
      { name: 'CGST', percent: 9, amount: 5_332 },
      { name: 'SGST', percent: 9, amount: 5_331 },
    ];
    expect(compute(69_900, { buyerState: KARNATAKA }).taxes).toEqual(halves);
    expect(compute(69_900, { buyerState: null }).taxes).toEqual(halves);
  });

  it('charges IGST between states', () => {
    expect(compute(69_900, { buyerState: KERALA }).taxes).toEqual([
      { name: 'IGST', percent: 18, amount: 10_663 },
    ]);
  });

  it('returns parts that add up to the total, for amounts up to a lakh of rupees', () => {
    const wrong: string[] = [];
    for (const isInclusive of [true, false]) {
      for (const buyerState of [KARNATAKA, KERALA]) {
        const question = { amount: 0, isInclusive, supplierState: KARNATAKA, buyerState };
        for (let amount = 1; amount <= 10_000_000; amount += isInclusive ? 1 : 13) {
          question.amount = amount;
          const { taxable, taxes, tax, total } = computeTax(question);
          const first = taxes[0]?.amount ?? 0;
          const second = taxes[1]?.amount ?? 0;
          const isRight =
            taxable + first + second === total &&
            first + second === tax &&
            total >= amount &&
            (!isInclusive || total === amount) &&
            (taxes.length === 1 || (first - second) >> 1 === 0) &&
            Math.abs(tax - taxable * 0.18) <= (isInclusive ? 0.6 : 0.5 + 1e-6);
          if (!isRight) wrong.push(`${amount} ${isInclusive} ${buyerState}`);
        }
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  }, 60_000);

  it('extracts the original amount from a total to which it added tax', () => {
    for (let amount = 1; amount <= 200_000; amount += 1) {
      const put = compute(amount, { isInclusive: false });
      if (compute(put.total).taxable !== amount) expect(compute(put.total)).toEqual(put);
    }
  });

  it('throws for amounts that are not whole paise', () => {
    for (const amount of [-1, 0.5, Number.NaN, 2 ** 60]) expect(() => compute(amount)).toThrow(RangeError);
  });
});
