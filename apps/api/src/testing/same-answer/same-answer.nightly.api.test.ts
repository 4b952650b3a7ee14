import { expect, it } from 'vitest';
import { describeOneEngine } from '#testing/databases.ts';
import { comparePairs } from './compare-pairs.ts';

// Compares the responses. `npm run lab -- same-answer` also compares the timing, which needs an idle host.

describeOneEngine('missing and hidden objects', (engine) => {
  it('returns byte-identical responses including headers', async () => {
    const comparisons = await comparePairs(engine, 1);
    console.log(`SAME ANSWER ${comparisons.length} pairs`);
    expect(comparisons.filter(({ difference }) => difference !== null)).toEqual([]);
    expect(comparisons.length).toBeGreaterThan(40);
  });
});
