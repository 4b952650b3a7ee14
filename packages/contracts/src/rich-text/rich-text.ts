import { z } from 'zod';
import { readRichText } from './rich-text-check-values.ts';
import type { RichText } from './rich-text-values.ts';

/** A formatted text as it is told. */
export const storedRichText = z.looseObject({ type: z.literal('doc') }) as unknown as z.ZodType<RichText>;

/** A formatted text as somebody sends it: of the schema of rich-text-values.ts, or refused with what is wrong in it. */
export const richText = z.looseObject({ type: z.literal('doc') }).transform((value, context): RichText => {
  const read = readRichText(value);
  if ('doc' in read) return read.doc;
  const { path, message } = read.fault;
  context.addIssue({ code: 'custom', message, path: path === '' ? [] : path.split('.') });
  return z.NEVER;
});

/**
 * Optimistic concurrency: names one version of a text, so that nobody overwrites one that they have not seen.
 */
export const textVersion = z.string().regex(/^[0-9A-Za-z-]{8,64}$/, {
  error: 'must be 8 to 64 letters, digits or hyphens',
});
