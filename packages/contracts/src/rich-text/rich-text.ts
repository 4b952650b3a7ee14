import { z } from 'zod';
import { readRichText } from './rich-text-check-values.ts';
import type { RichText } from './rich-text-values.ts';

/** Formatted text in responses. */
export const storedRichText = z.looseObject({ type: z.literal('doc') }) as unknown as z.ZodType<RichText>;

/** Formatted text in requests: validated against the schema of rich-nodes-values.ts. */
export const richText = z.looseObject({ type: z.literal('doc') }).transform((value, context): RichText => {
  const read = readRichText(value);
  if ('doc' in read) return read.doc;
  const { path, message } = read.fault;
  context.addIssue({ code: 'custom', message, path: path === '' ? [] : path.split('.') });
  return z.NEVER;
});

/** Identifies one version of content for optimistic concurrency: changes that the author has not seen are not overwritten. */
export const textVersion = z.string().regex(/^[0-9A-Za-z-]{8,64}$/, {
  error: 'must be 8 to 64 letters, digits or hyphens',
});
