import type { MessageDescriptor } from '@lingui/core';

/** Messages about people without access to the subject of a text. */
export interface MentionMessages {
  /** Label of people without access in the list. */
  unseeing: MessageDescriptor;
  /** Shown when a person without access is picked. */
  cannotSeeMessage: (person: { name: string }) => MessageDescriptor;
  /** Shown when the text mentions people without access. */
  notSentMessage: (names: string) => MessageDescriptor;
}
