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
  ])('turns the name %j into the key %j', (name, key) => {
    expect(suggestProjectKey(name, [])).toBe(key);
  });

  it('avoids keys of other projects', () => {
    expect(suggestProjectKey('Website', ['WEB', 'WEB2'])).toBe('WEB3');
  });

  it('suggests only keys that pass validation', () => {
    for (const name of ['Website', 'ß', 'A B C D E F G', 'a-1', "O'Neill", '😀 party']) {
      expect(checkProjectKey(suggestProjectKey(name, ['WEB']), ['WEB'])).toBeNull();
    }
  });

  it('rejects keys that are too short, too long, malformed or taken', () => {
    for (const key of ['', 'A', 'ABCDEFG', '1AB', 'A-B']) expect(checkProjectKey(key, [])).not.toBeNull();
    const fault = checkProjectKey('WEB', ['WEB']);
    expect(fault && i18n._(fault)).toBe('Another project uses this key.');
  });
});
