// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test } from 'vitest';
import { ok } from '#testing/page-server.ts';
import { openApp } from '#testing/render-app.tsx';
import { BILLING, PAID, TRIAL } from '#testing/subscriptions.ts';

// Accessibility of the payment, billing and help screens, as far as it requires no layout. Checks that require a layout, especially of
// colors, are in e2e/every-screen/accessibility.spec.ts.

const SEATS = {
  max: 3,
  writerIds: ['ada', 'bob', 'cleo', 'dan'],
  keptIds: ['ada', 'bob', 'cleo'],
  viewOnlyIds: [],
  chooseBy: '2026-12-09T09:00:00.000Z',
};

test.each([
  ['//payment/onboarding', TRIAL, 'Go Pro'],
  ['//payment/onboarding?plan=pro', TRIAL, 'Pay ₹699'],
  ['/upgrade', TRIAL, 'Go Pro'],
  ['/settings/billing', PAID, 'Cancel Pro'],
  [
    '/settings/billing',
    { ...TRIAL, status: 'cancelled', chooseWritersBy: SEATS.chooseBy } as const,
    'Open export',
  ],
  ['/settings/help', TRIAL, 'Send'],
])('has no accessibility violations at %s', async (at, subscription, control) => {
  await openApp({
    at,
    prepare(server) {
      server.subscription = subscription;
      server.handlers.set('GET /billing', () => ok({ billing: BILLING }));
      server.handlers.set('GET /invoices', () => ok({ invoices: [], nextCursor: null }));
      server.handlers.set('GET /seats', () => ok({ seats: SEATS }));
    },
  });
  await screen.findByText(control);
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
});
