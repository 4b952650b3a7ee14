import { describe, expect, it } from 'vitest';
import { createGoogleAnalytics, describeScreen } from './google-analytics.ts';

describe('describeScreen', () => {
  it.each([
    ['/', { name: '/', screenClass: 'home' }],
    ['/signin', { name: '/signin', screenClass: 'signin' }],
    ['/dashboard/', { name: '/dashboard', screenClass: 'dashboard' }],
    ['/dashboard/projects/$projectId', { name: '/dashboard/projects/$projectId', screenClass: 'dashboard' }],
    ['not-found', { name: 'not-found', screenClass: 'not-found' }],
  ])('derives the screen name and class from the route %s', (pattern, view) => {
    expect(describeScreen(pattern)).toEqual(view);
  });
});

describe('Google Analytics', () => {
  it('sends one screen_view with only the screen’s name and class and the ids of browser and visit', () => {
    const sent: string[] = [];
    const port = createGoogleAnalytics({
      measurementId: 'G-TEST12',
      collectUrl: 'https://www.google-analytics.com/g/collect',
      takeIds: () => ({ client: 'a-browser', visit: '1790000000' }),
      send: (url) => sent.push(url),
    });
    port.send(describeScreen('/dashboard/documents/$documentId'));
    expect(sent).toHaveLength(1);
    const url = new URL(sent[0] ?? '');
    expect(url.origin + url.pathname).toBe('https://www.google-analytics.com/g/collect');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      v: '2',
      tid: 'G-TEST12',
      cid: 'a-browser',
      sid: '1790000000',
      en: 'screen_view',
      'ep.screen_name': '/dashboard/documents/$documentId',
      'ep.screen_class': 'dashboard',
    });
  });
});
