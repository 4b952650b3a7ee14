const SMALL = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
/** Number words of the Indian numbering system. */
const GROUPS = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1_000, 'thousand'],
  [100, 'hundred'],
] as const;

/** Writes an amount in words, such as `Rupees six hundred ninety-nine only`. */
export function writeRupees(paise: number): string {
  const [rupees, rest] = [Math.floor(paise / 100), paise % 100];
  const words = `Rupees ${writeNumberWords(rupees)}`;
  return rest === 0 ? `${words} only` : `${words} and paise ${writeNumberWords(rest)} only`;
}

function writeNumberWords(n: number): string {
  for (const [size, name] of GROUPS) {
    if (n < size) continue;
    const rest = n % size;
    const head = `${writeNumberWords(Math.floor(n / size))} ${name}`;
    return rest === 0 ? head : `${head} ${writeNumberWords(rest)}`;
  }
  if (n < SMALL.length) return SMALL[n] ?? '';
  const tens = TENS[Math.floor(n / 10) - 2] ?? '';
  return n % 10 === 0 ? tens : `${tens}-${SMALL[n % 10]}`;
}
