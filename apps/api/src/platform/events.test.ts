import { expect, it } from 'vitest';
import { createEvents } from './events.ts';

const NOW = new Date(0);

it('runs listeners one after another, in registration order', async () => {
  const events = createEvents();
  const seen: string[] = [];
  events.on('clock.moved', async () => {
    await Promise.resolve();
    seen.push('first');
  });
  events.onEach({ 'clock.moved': async () => void seen.push('second') });
  await events.emit('clock.moved', NOW);
  expect(seen).toEqual(['first', 'second']);
});

it('stops at a listener that throws and propagates its error', async () => {
  const events = createEvents();
  const seen: string[] = [];
  events.on('clock.moved', async () => {
    throw new Error('no');
  });
  events.on('clock.moved', async () => void seen.push('second'));
  await expect(events.emit('clock.moved', NOW)).rejects.toThrow('no');
  expect(seen).toEqual([]);
});

it('resolves if there are no listeners', async () => {
  await expect(createEvents().emit('clock.moved', NOW)).resolves.toBeUndefined();
});
