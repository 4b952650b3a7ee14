import type { MessageDescriptor } from '@lingui/core';

/** Messages about people without access to the subject of a text. */
export interface MentionMessages {
  /** Label in the list. */
  unseeing: MessageDescriptor;
  /** Shown when one is picked anyway. */
  sayUnseeing: (person: { name: string }) => MessageDescriptor;
  /** Shown when the text mentions them. */
  sayNotSent: (names: string) => MessageDescriptor;
}
