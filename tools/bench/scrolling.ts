import type { Page } from 'playwright-core';
import { print } from './figures.ts';

/**
 * Measures the frame rate while scrolling compared to the same page at rest.
 * @param within selector of elements; scrolls the first long match
 */
export async function measureScroll(page: Page, name: string, within: string): Promise<void> {
  const scroll = (selector: string | null) =>
    page.evaluate(
      (selector) =>
        new Promise<{ fps: number; p95: number; worst: number; rows: number }>((resolve) => {
          const found = [...document.querySelectorAll<HTMLElement>(selector ?? 'html')].find(
            (one) => one.scrollHeight > one.clientHeight + 1000,
          );
          const times: number[] = [];
          let rows = 0;
          const began = performance.now();
          const step = (now: number): void => {
            times.push(now);
            rows = Math.max(rows, found?.querySelectorAll('[role=row], [role=listitem]').length ?? 0);
            if (found !== undefined) found.scrollTop += 60;
            if (now - began < 3000) return void requestAnimationFrame(step);
            const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
            gaps.sort((a, b) => a - b);
            resolve({
              fps: (gaps.length / (now - (times[0] ?? now))) * 1000,
              p95: gaps[Math.floor(gaps.length * 0.95)] ?? Number.NaN,
              worst: gaps.at(-1) ?? Number.NaN,
              rows,
            });
          };
          requestAnimationFrame(step);
        }),
      selector,
    );
  const still = await scroll(null);
  const moving = await scroll(within);
  print(name, moving.fps, 'frames/s', {
    name: 'the same page at rest',
    value: still.fps,
  });
  print(`${name}, frame p95`, moving.p95, 'ms', { name: 'at rest', value: still.p95 });
  print(`${name}, longest frame`, moving.worst, 'ms', { name: 'at rest', value: still.worst });
  print(`${name}, most rows in the page`, moving.rows, '');
}
