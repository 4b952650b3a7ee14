import { expect, it } from 'vitest';
import type { CallRoute } from '#platform/http/call-route.ts';
import { readNames } from './names.ts';

it('reads the names on all pages of each list', async () => {
  const page = (from: string | undefined, one: (at: number) => object) => {
    const at = Number(from ?? 0);
    return { rows: [one(at)], nextCursor: at < 2 ? String(at + 1) : null };
  };
  const call = (async (route: string, { query }: { query: { cursor?: string } }) => {
    const list = route.split('.')[0] ?? '';
    const { rows, nextCursor } = page(query.cursor, (at) => ({
      id: `${at}`,
      userId: `${at}`,
      name: `${list} ${at}`,
    }));
    return await Promise.resolve({ [list]: rows, nextCursor });
  }) as unknown as CallRoute;
  const names = await readNames(call);
  for (const list of ['members', 'projects', 'statuses', 'labels'] as const)
    expect(names[list].map(({ name }) => name)).toEqual([0, 1, 2].map((at) => `${list} ${at}`));
});
