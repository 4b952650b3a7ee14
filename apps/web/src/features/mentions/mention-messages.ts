import type { MessageDescriptor } from '@lingui/core';

/** Messages about members without access to the subject. */
export interface MentionMessages {
  /** Label of members without access in the list. */
  unseeing: MessageDescriptor;
  /** Shown when a member without access is picked. */
  cannotSeeMessage: (person: { name: string }) => MessageDescriptor;
  /** Shown when the text mentions members without access. */
  notSentMessage: (names: string) => MessageDescriptor;
}
