import { useFormats } from '#ui/format/formats.ts';

/** Rupees and paise, for what is paid. */
export function usePaise(): (paise: number) => string {
  const formats = useFormats();
  return (paise) =>
    formats.number(paise / 100, {
      style: 'currency',
      currency: 'INR',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: paise % 100 === 0 ? 0 : 2,
    });
}
