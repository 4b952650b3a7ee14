// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';

/** A minimal layout in which each tab is 100 px wide and the header has room for three. */
function layOut(): void {
  Object.defineProperty(HTMLElement.prototype, 'scrollWidth', {
    configurable: true,
    get(this: HTMLElement) {
      return this.querySelectorAll('a').length * 100;
    },
  });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 330 });
  Element.prototype.getBoundingClientRect = function getBox(this: Element) {
    const index = this.matches('nav a') ? [...(this.parentElement?.children ?? [])].indexOf(this) : 0;
    return new DOMRect(index * 100, 0, this.matches('a') ? 100 : 300, 30);
  };
}

test('lists overflowing tabs in the "More views" menu', async () => {
  layOut();
  const { user } = await openApp({ at: '/projects/website' });
  await user.click(await screen.findByRole('button', { name: 'More views' }));
  const menu = await screen.findByRole('menu');
  const names = within(menu)
    .getAllByRole('menuitem')
    .map((item) => item.textContent);
  expect(names).toEqual(['Calendar', 'Timeline', 'Workload', 'Overview']);
  await user.click(within(menu).getByRole('menuitem', { name: 'Overview' }));
  await waitFor(() => expect(location.pathname).toMatch(/overview$/));
});
