import { describe, expect, it } from 'vitest';
import {
  BUILT_IN_TEMPLATES,
  DOCUMENT_COVERS,
  DOCUMENT_LIMITS,
  isBuiltInTemplate,
  isCover,
  readCoverFile,
  type BuiltInTemplate,
} from './document-values.ts';
import { documentsRoutes } from './documents.ts';

const ID = '0192f5a0-0000-7000-8000-000000000001';

function bodyOf(routeId: 'documents.create' | 'documents.update') {
  const route = documentsRoutes.find((one) => one.id === routeId);
  if (route === undefined || !('body' in route)) throw new TypeError(`${routeId} has no body`);
  return route.body;
}

describe('document request body', () => {
  const accepts = (body: object) => bodyOf('documents.create').safeParse({ title: 'Plan', ...body }).success;

  it('accepts an empty title, but rejects a missing, multi-line or overlong one', () => {
    const read = (title: string) => bodyOf('documents.update').safeParse({ title });
    expect(read('  Plan ').data).toEqual({ title: 'Plan' });
    for (const title of ['', ' ', '\u200b', '\u0301']) expect(read(title).data).toEqual({ title: '' });
    expect(read('x'.repeat(DOCUMENT_LIMITS.title)).success).toBe(true);
    expect(read('x'.repeat(DOCUMENT_LIMITS.title + 1)).success).toBe(false);
    for (const title of ['a\nb', 'a\u0000b', 'a\ud800']) expect(read(title).success, title).toBe(false);
    expect(bodyOf('documents.create').safeParse({}).success).toBe(false);
  });

  it('accepts only a single emoji as icon', () => {
    for (const icon of ['📄', '👩🏽‍💻', '🇮🇳', null]) expect(accepts({ icon }), String(icon)).toBe(true);
    for (const icon of ['', 'a', '📄📄', '<b>']) expect(accepts({ icon }), icon).toBe(false);
  });

  it('accepts only built-in covers and attachments as cover', () => {
    for (const cover of [...DOCUMENT_COVERS, `attachment:${ID}`, null]) expect(accepts({ cover })).toBe(true);
    for (const cover of ['', 'https://example.com/a.png', 'attachment:1', `attachment:${ID}/../x`])
      expect(accepts({ cover }), cover).toBe(false);
    expect(isCover('none of ours')).toBe(false);
    expect(readCoverFile(`attachment:${ID}`)).toBe(ID);
    expect([readCoverFile('dawn'), readCoverFile(null)]).toEqual([null, null]);
  });

  it('accepts only ids of team templates and names of built-in templates', () => {
    const names: readonly BuiltInTemplate[] = BUILT_IN_TEMPLATES;
    for (const templateId of [...names, ID]) expect(accepts({ templateId })).toBe(true);
    for (const templateId of ['', 'toString', 'MeetingNotes']) {
      expect(accepts({ templateId })).toBe(false);
      expect(isBuiltInTemplate(templateId)).toBe(false);
    }
    expect(names.every(isBuiltInTemplate)).toBe(true);
  });
});
