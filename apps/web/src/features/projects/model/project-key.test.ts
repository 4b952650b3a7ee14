import { i18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import { checkProjectKey, suggestProjectKey } from './project-key.ts';

describe('the key of a project', () => {
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

  it('is one that no other project has', () => {
    expect(suggestProjectKey('Website', ['WEB', 'WEB2'])).toBe('WEB3');
  });

  it('is always one that the server takes', () => {
    for (const name of ['Website', 'ß', 'A B C D E F G', 'a-1', "O'Neill", '😀 party']) {
      expect(checkProjectKey(suggestProjectKey(name, ['WEB']), ['WEB'])).toBeNull();
    }
  });

  it('is refused when it is too short, too long, begins with a digit or is taken', () => {
    for (const key of ['', 'A', 'ABCDEFG', '1AB', 'A-B']) expect(checkProjectKey(key, [])).not.toBeNull();
    const fault = checkProjectKey('WEB', ['WEB']);
    expect(fault && i18n._(fault)).toBe('Another project uses this key.');
  });
});
