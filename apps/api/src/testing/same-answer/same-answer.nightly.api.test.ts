import { expect, it } from 'vitest';
import { describeOneEngine } from '#testing/databases.ts';
import { comparePairs } from './compare-pairs.ts';

// That both take the same time is measured by `npm run lab -- same-answer`, on a quiet machine.

describeOneEngine('what is not there and what is not yours', (engine) => {
  it('are answered alike to the byte, headers too', async () => {
    const comparisons = await comparePairs(engine, 1);
    console.log(`SAME ANSWER ${comparisons.length} pairs`);
    expect(comparisons.filter(({ difference }) => difference !== null)).toEqual([]);
    expect(comparisons.length).toBeGreaterThan(40);
  });
});
