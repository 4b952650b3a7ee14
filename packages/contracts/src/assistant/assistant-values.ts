/** Limits and names of the assistant, shared by browser and server. */
export const ASSISTANT_LIMITS = {
  /** Characters per message. */
  text: 4000,
  title: 120,
  /** Threads listed initially, in the auth state's `aiHistory`. */
  history: 50,
  /** Changes per proposal. */
  changes: 50,
  /** Lifetime of a pending proposal, and period in which a confirmed proposal can be undone. */
  proposalMinutes: 60,
  undoHours: 24,
  messagesPerMinute: 60,
  /** Model steps per turn. */
  steps: 8,
  /** Timeout of a turn. Text received before it is kept. */
  turnSeconds: 60,
  /** Model output per step, in tokens. */
  outputTokens: 4000,
} as const;

export const ASSISTANT_MODES = ['off', 'builtin', 'any'] as const;
export type AssistantMode = (typeof ASSISTANT_MODES)[number];
