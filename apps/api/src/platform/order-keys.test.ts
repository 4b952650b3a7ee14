import { generateJitteredKeyBetween } from 'fractional-indexing-jittered';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '@hearth/contracts/core/limits';
import {
  LONGEST_CALM_KEY,
  isOrderKey,
  makeKeyAfter,
  makeKeys,
  planRebalance,
  type Positioned,
} from './order-keys.ts';

const byPosition = (a: Positioned, b: Positioned) =>
  a.position < b.position ? -1 : a.position > b.position ? 1 : a.id < b.id ? -1 : 1;

/** Moves a row behind another as clients do: between its visible neighbors. Returns false if no key fits. */
function moveBehind(column: Positioned[], id: string, target: number): boolean {
  const others = column.filter((one) => one.id !== id);
  const lower = others[target - 1]?.position ?? null;
  const upper = others[target]?.position ?? null;
  if (lower !== null && upper !== null && lower >= upper) return false;
  const moved = column.find((one) => one.id === id);
  if (moved === undefined) throw new Error(`No row ${id}`);
  moved.position = generateJitteredKeyBetween(lower, upper);
  column.sort(byPosition);
  return true;
}

function applyPlan(column: Positioned[], plan: readonly Positioned[]): void {
  const positions = new Map(plan.map((one) => [one.id, one.position]));
  for (const row of column) row.position = positions.get(row.id) ?? row.position;
}

describe('order keys', () => {
  it('keeps keys ordered and short through 10,000 moves by five actors', () => {
    const ids = Array.from({ length: 60 }, (_, index) => `task-${String(index).padStart(2, '0')}`);
    const positions = makeKeys(ids.length);
    const column: Positioned[] = ids.map((id, index) => ({ id, position: positions[index] ?? '' }));
    let longest = 0;
    let rebalanced = 0;
    let expected = [...ids];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(4), fc.nat(59), fc.nat(59)), { minLength: 10_000, maxLength: 10_000 }),
        (moves) => {
          for (const [actor, which, where] of moves) {
            // Three of the five actors insert all rows directly behind their own row, which never moves.
            const isStubborn = actor < 3;
            const id = ids[3 + (which % 57)] ?? '';
            const others = column.filter((one) => one.id !== id);
            const target = isStubborn ? 1 + others.findIndex((one) => one.id === ids[actor]) : where;
            if (!moveBehind(column, id, target)) continue;
            expected = expected.filter((one) => one !== id);
            expected.splice(target, 0, id);
            longest = Math.max(longest, ...column.map((one) => one.position.length));
            const plan = planRebalance(column);
            if (plan.length > 0) rebalanced += 1;
            applyPlan(column, plan);
            column.sort(byPosition);
            if (column.some((one, index) => one.id !== expected[index])) return false;
          }
          return true;
        },
      ),
      { numRuns: 1 },
    );
    expect(rebalanced).toBeGreaterThan(0);
    expect(longest).toBeLessThan(LIMITS.positionKey);
    expect(Math.max(...column.map((one) => one.position.length))).toBeLessThanOrEqual(LONGEST_CALM_KEY);
  });

  // Each replica applies its own moves to the server's state. The server serializes moves in order of arrival and broadcasts
  // them in that order. The last move to arrive decides the position of a row.
  it('converges in five replicas with concurrent moves and delayed messages', () => {
    const ids = Array.from({ length: 30 }, (_, index) => `task-${String(index).padStart(2, '0')}`);
    const start = makeKeys(ids.length);
    const PEOPLE = 5;
    interface Replica {
      /** The number of moves that the replica has received from the server. */
      received: number;
      base: Map<string, string>;
      /** The replica's own moves that the server has not confirmed yet. The first `sent` of these moves have been sent. */
      own: Positioned[];
      sent: number;
    }
    const seenBy = ({ base, own }: Replica): Positioned[] => {
      const rows = new Map([...base, ...own.map((move): [string, string] => [move.id, move.position])]);
      return [...rows].map(([id, position]) => ({ id, position })).sort(byPosition);
    };
    const step = fc.record({
      who: fc.nat(PEOPLE - 1),
      // Most steps are moves, and messages remain in transit for a while.
      kind: fc.constantFrom('move', 'move', 'move', 'send', 'hear'),
      which: fc.nat(ids.length - 1),
      // Often choose the same position because keys become long there.
      where: fc.oneof(fc.constant(7), fc.nat(ids.length - 1)),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 300, maxLength: 1_500 }), (steps) => {
        const log: (Positioned & { by: number })[] = [];
        const server = new Map(ids.map((id, index) => [id, start[index] ?? '']));
        const replicas = Array.from({ length: PEOPLE }, (): Replica => ({
          received: 0,
          base: new Map(server),
          own: [],
          sent: 0,
        }));
        const send = (by: number): void => {
          const replica = replicas[by] as Replica;
          const move = replica.own[replica.sent];
          if (move === undefined) return;
          replica.sent += 1;
          log.push({ ...move, by });
          server.set(move.id, move.position);
          const column = [...server].map(([id, position]) => ({ id, position })).sort(byPosition);
          for (const moved of planRebalance(column)) {
            server.set(moved.id, moved.position);
            log.push({ ...moved, by: -1 });
          }
        };
        const receive = (by: number): void => {
          const replica = replicas[by] as Replica;
          const entry = log[replica.received];
          if (entry === undefined) return;
          replica.received += 1;
          replica.base.set(entry.id, entry.position);
          if (entry.by !== by) return;
          replica.own.shift();
          replica.sent -= 1;
        };
        for (const { who, kind, which, where } of steps) {
          const replica = replicas[who] as Replica;
          if (kind === 'send') send(who);
          else if (kind === 'hear') receive(who);
          else {
            const column = seenBy(replica);
            const id = ids[which] ?? '';
            if (!moveBehind(column, id, where)) continue;
            const { position = '' } = column.find((one) => one.id === id) ?? {};
            replica.own.push({ id, position });
          }
        }
        for (let by = 0; by < PEOPLE; by += 1)
          while ((replicas[by]?.own.length ?? 0) > (replicas[by]?.sent ?? 0)) send(by);
        for (let by = 0; by < PEOPLE; by += 1) while ((replicas[by]?.received ?? 0) < log.length) receive(by);
        const orders = replicas.map((replica) => seenBy(replica));
        for (const order of orders) {
          expect(order).toEqual(orders[0]);
          expect(order.map(({ id }) => id).sort()).toEqual(ids);
        }
        const all = [...log, ...(orders[0] ?? [])].map(({ position }) => position.length);
        expect(Math.max(...all)).toBeLessThan(LIMITS.positionKey);
        expect(Math.max(...(orders[0] ?? []).map(({ position }) => position.length))).toBeLessThanOrEqual(
          LONGEST_CALM_KEY,
        );
      }),
      { numRuns: 15 },
    );
  });

  it('rebalances only long keys and keeps the order', () => {
    let upper = 'a1';
    const column: Positioned[] = [{ id: 'first', position: 'a0' }];
    const deep: Positioned[] = [];
    for (let n = 0; n < 600; n += 1) {
      upper = generateJitteredKeyBetween('a0', upper);
      if (upper.length > LIMITS.positionKey) break;
      deep.unshift({ id: `deep-${n}`, position: upper });
    }
    column.push(...deep, { id: 'last', position: 'a1' });
    const plan = planRebalance(column);
    expect(plan.length).toBeGreaterThan(0);
    const before = column.map((one) => one.id);
    applyPlan(column, plan);
    expect([...column].sort(byPosition).map((one) => one.id)).toEqual(before);
    expect(Math.max(...column.map((one) => one.position.length))).toBeLessThanOrEqual(LONGEST_CALM_KEY / 2);
    expect(column[0]?.position).toBe('a0');
    expect(column.at(-1)?.position).toBe('a1');
  });

  it('rebalances nothing in a column of short keys', () => {
    const positions = makeKeys(50);
    expect(planRebalance(positions.map((position, index) => ({ id: String(index), position })))).toEqual([]);
  });

  it('generates 20,000 increasing and short keys after the last one', () => {
    let last: string | null = null;
    for (let n = 0; n < 20_000; n += 1) {
      const next: string = makeKeyAfter(last);
      if (last !== null && next <= last) throw new Error(`${next} does not come after ${last}`);
      last = next;
    }
    expect(last?.length).toBeLessThan(16);
  });

  it.each([
    '',
    'a',
    '1',
    'b0',
    'zz',
    'A0',
    'a0'.repeat(100),
    'ä0',
    'a 0',
    'a00',
    'Zz0',
    'a0V00',
    'b000',
    'a0-',
    'a0é',
    'a0\u0000',
  ])('rejects %j', (value) => {
    expect(isOrderKey(value)).toBe(false);
  });

  it.each(['a0', 'a0V', 'Zz', 'Z0', 'b00', 'b10', 'Y00', 'a01TB', 'a001'])('accepts %j', (value) => {
    expect(isOrderKey(value)).toBe(true);
  });
});
