import { useFormats } from '#ui/format/formats.ts';

/** Rupees, with paise where there are any. `decimals`: always so many, for sums that stand below each other. */
export function usePaise(): (paise: number, decimals?: number) => string {
  const formats = useFormats();
  return (paise, decimals = paise % 100 === 0 ? 0 : 2) =>
    formats.number(paise / 100, {
      style: 'currency',
      currency: 'INR',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: decimals,
    });
}
