// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { namePageFile, PRERENDERED_PATHS } from '#platform/page/prerendered.ts';
import { renderPages } from './render-page.tsx';

// Content of the pages for signed-out visitors. Their rendering without scripts and their appearance are tested in
// e2e/landing/landing.nightly.spec.ts.

const pages = new Map<string, string>();

beforeAll(() => {
  const scripts = { home: '/home.js', article: '/article.js', contact: '/contact.js' };
  for (const { fileName, html } of renderPages({ style: '', scripts, font: undefined }))
    pages.set(fileName, html);
});

function show(path: (typeof PRERENDERED_PATHS)[number]): void {
  const html = pages.get(namePageFile(path, 'en')) ?? '';
  document.body.innerHTML = new DOMParser().parseFromString(html, 'text/html').body.innerHTML;
}

describe('pricing card', () => {
  test.each([
    [
      'free',
      [
        'Up to 3 collaborators',
        '1 project',
        'Up to 3 documents',
        'Up to 10 tasks',
        'Team analytics (not in this plan)',
        'Priority support (not in this plan)',
      ],
    ],
    [
      'pro',
      [
        'Up to 10 collaborators',
        '10 projects',
        'Unlimited documents',
        'Unlimited tasks',
        'Team analytics',
        'Priority support',
      ],
    ],
  ])('lists the features included in and excluded from %s', (plan, features) => {
    show('/');
    const card = document.querySelector<HTMLElement>(`[data-plan="${plan}"]`);
    if (card === null) throw new Error('Card not found.');
    const lines = within(card).getAllByRole('listitem');
    expect(lines.map((line) => line.textContent.trim())).toEqual(features);
  });

  test('shows Trial as free and Pro at its discounted monthly price per team', () => {
    show('/');
    const [trial, pro] = ['free', 'pro'].map((plan) => document.querySelector(`[data-plan="${plan}"]`));
    expect(trial?.textContent).toContain('₹0');
    expect(trial?.querySelector('s')).toBeNull();
    expect(trial?.textContent).not.toContain('Early bird');
    expect(pro?.textContent).toContain('₹699');
    expect(pro?.textContent).toContain('per team per month');
    expect(pro?.querySelector('s')?.textContent).toContain('₹1,199');
    expect(pro?.textContent).toContain('Early bird: 42% off');
  });
});

test('shows the footer only on the home page and one main heading on every page', () => {
  for (const path of PRERENDERED_PATHS) {
    show(path);
    expect(screen.queryAllByRole('contentinfo'), path).toHaveLength(path === '/' ? 1 : 0);
    expect(screen.getAllByRole('heading', { level: 1 }), path).toHaveLength(1);
  }
});
