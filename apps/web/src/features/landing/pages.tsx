import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import type { PrerenderedPath } from '#platform/page/prerendered.ts';
import { About } from './about.tsx';
import { Cancellation } from './cancellation.tsx';
import { Contact } from './contact.tsx';
import { Delivery } from './delivery.tsx';
import { Home } from './home.tsx';
import { Privacy } from './privacy.tsx';
import { Terms } from './terms.tsx';

export interface PageInfo {
  path: PrerenderedPath;
  title: MessageDescriptor;
  description: MessageDescriptor;
  Content: ComponentType;
  /** The script that the page loads. */
  script: 'home' | 'contact' | 'article';
}

export const PAGES: readonly PageInfo[] = [
  {
    path: '/',
    title: msg`Hearth – a quiet home for your team’s work`,
    description: msg`Tasks, projects and documents for small teams, in one warm place that answers every click instantly, online or offline.`,
    Content: Home,
    script: 'home',
  },
  {
    path: '/about',
    title: msg`About Hearth`,
    description: msg`Why we built Hearth, what we believe in and how we make money.`,
    Content: About,
    script: 'article',
  },
  {
    path: '/terms-and-conditions',
    title: msg`Terms and Conditions – Hearth`,
    description: msg`What you can expect from Hearth, and what it expects from you, in plain words.`,
    Content: Terms,
    script: 'article',
  },
  {
    path: '/privacy',
    title: msg`Privacy Policy – Hearth`,
    description: msg`What Hearth stores about you, why, for how long, and how to delete it.`,
    Content: Privacy,
    script: 'article',
  },
  {
    path: '/cancellation-refund',
    title: msg`Cancellation and Refund Policy – Hearth`,
    description: msg`How to cancel Pro, what happens to your work, and when money is given back.`,
    Content: Cancellation,
    script: 'article',
  },
  {
    path: '/service-delivery',
    title: msg`Service Delivery Policy – Hearth`,
    description: msg`When you get what you signed up for, and what to do when you do not.`,
    Content: Delivery,
    script: 'article',
  },
  {
    path: '/contact-us',
    title: msg`Contact – Hearth`,
    description: msg`How to reach the people behind Hearth.`,
    Content: Contact,
    script: 'contact',
  },
];
