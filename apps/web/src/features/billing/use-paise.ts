import { useFormats } from '#ui/format/formats.ts';

/**
 * Returns a function that formats an amount in paise as rupees, with decimals only if the paise are not zero. `decimals` is a fixed number
 * of decimals for aligned columns.
 */
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
