import { LIMITS } from '@hearth/contracts/core/limits';
import { assert, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appendShared, nameShared, readShared } from './shared-content.ts';

const read = (fields: Record<string, string>) => nameShared(readShared(`?${new URLSearchParams(fields)}`));

describe('shared content', () => {
  test('puts its text and URL into the description if it has a title', () => {
    expect(read({ title: 'A page', text: 'Look at\nthis', url: 'https://a.example/1' })).toEqual({
      title: 'A page',
      description: 'Look at\nthis\n\nhttps://a.example/1',
    });
  });

  test('contains its URL once in the description, regardless of the source field', () => {
    expect(read({ title: 'A page', text: 'https://a.example/1', url: 'https://a.example/1' })).toEqual({
      title: 'A page',
      description: 'https://a.example/1',
    });
    for (const field of ['text', 'url'])
      expect(read({ [field]: 'https://a.example/1' }), field).toEqual({
        title: 'https://a.example/1',
        description: 'https://a.example/1',
      });
  });

  test('uses the first line of its text if the title is missing', () => {
    expect(read({ text: '  Buy   milk \n\nand bread' })).toEqual({
      title: 'Buy milk',
      description: 'and bread',
    });
  });

  test.each(['"quoted"', '2024.10', 'true', '{"a":1}', '<img src=x onerror=alert(1)>', '[x](javascript:1)'])(
    'keeps %s as plain text',
    (title) => expect(read({ title })).toEqual({ title, description: '' }),
  );

  test('fits into a task and loses no text that fits', () => {
    assert(
      property(
        string({ unit: 'binary', maxLength: 2000 }),
        string({ unit: 'binary', maxLength: 2000 }),
        (title, text) => {
          const { title: name, description } = read({ title, text });
          expect(name.length).toBeLessThanOrEqual(LIMITS.taskTitle);
          expect(name + description).not.toMatch(/[\0\ud800-\udfff]/u);
          const letters = (given: string) => given.replaceAll(/[\s\0]/g, '');
          for (const given of [title, text])
            expect(letters(name + description)).toContain(
              letters(readShared(`?${new URLSearchParams({ title: given })}`).title),
            );
        },
      ),
    );
    expect(read({ text: 'x'.repeat(60_000) }).description).toHaveLength(LIMITS.taskDescription);
  });

  test('extends an existing draft', () => {
    const shared = { title: 'A page', description: 'https://a.example/1' };
    expect(appendShared({ title: '', description: '' }, shared)).toEqual(shared);
    expect(appendShared({ title: 'Mine', description: 'more' }, shared)).toEqual({
      title: 'Mine',
      description: 'more\n\nA page\n\nhttps://a.example/1',
    });
    expect(appendShared({ title: '', description: 'more' }, shared)).toEqual({
      title: 'A page',
      description: 'more\n\nhttps://a.example/1',
    });
  });
});
