// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPart } from '#testing/render-part.tsx';
import { openStillTeam } from '#testing/still-team.ts';
import { makeTaskRow } from '#testing/team-rows.ts';
import { ParentCrumbs } from './parent-crumbs.tsx';

afterEach(cleanup);

const links = { open: () => undefined, hrefOf: (id: string) => `#${id}` };

test.each([
  [2, ['T2', 'T1']],
  [9, ['T6', 'T5', 'T4', 'T3', 'T2', 'T1']],
])('shows at most six of %i ancestors, the nearest ones', async (count, expected) => {
  const task = Array.from({ length: count + 1 }, (_, at) =>
    makeTaskRow(`t${at}`, { title: `T${at}`, parentId: at < count ? `t${at + 1}` : null }),
  );
  const store = await openStillTeam('ada', { task });
  await renderPart(store, <ParentCrumbs taskId="t0" parentId="t1" canEdit={false} links={links} />);
  expect(screen.getAllByRole('link').map((one) => one.textContent)).toEqual(expected);
});
