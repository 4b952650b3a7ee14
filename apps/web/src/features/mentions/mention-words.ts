import type { MessageDescriptor } from '@lingui/core';

/** What is said of people who can’t see the thing that a text is about. */
export interface MentionWords {
  /** Beside them in the list. */
  unseeing: MessageDescriptor;
  /** When one is picked all the same. */
  sayUnseeing: (person: { name: string }) => MessageDescriptor;
  /** When the text mentions them. */
  sayNotSent: (names: string) => MessageDescriptor;
}
