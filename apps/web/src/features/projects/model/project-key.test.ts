import { i18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import { checkProjectKey, suggestProjectKey } from './project-key.ts';

describe('project key', () => {
  it.each([
    ['Website', 'WEB'],
    ['Customer care portal', 'CCP'],
    ['Büro Größe', 'BG'],
    ['x', 'XX'],
    ['2026 plans', 'PLA'],
    ['数据', 'PR'],
    ['', ''],
  ])('for %j is suggested as %j', (name, key) => {
    expect(suggestProjectKey(name, [])).toBe(key);
  });

  it('is unique among the projects', () => {
    expect(suggestProjectKey('Website', ['WEB', 'WEB2'])).toBe('WEB3');
  });

  it('always satisfies the server’s rule', () => {
    for (const name of ['Website', 'ß', 'A B C D E F G', 'a-1', "O'Neill", '😀 party']) {
      expect(checkProjectKey(suggestProjectKey(name, ['WEB']), ['WEB'])).toBeNull();
    }
  });

  it('is rejected if too short, too long, starting with a digit or taken', () => {
    for (const key of ['', 'A', 'ABCDEFG', '1AB', 'A-B']) expect(checkProjectKey(key, [])).not.toBeNull();
    const fault = checkProjectKey('WEB', ['WEB']);
    expect(fault && i18n._(fault)).toBe('Another project uses this key.');
  });
});
