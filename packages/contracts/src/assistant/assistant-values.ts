/** Bounds and names of the assistant that browser and server share. */
export const ASSISTANT_LIMITS = {
  /** Characters of what a person says. */
  text: 4000,
  title: 120,
  /** Threads that the first list brings: the auth state's aiHistory. */
  history: 50,
  /** Rows of one proposal. */
  changes: 50,
  /** A proposal waits for so long, and can be undone for so long. */
  proposalMinutes: 60,
  undoHours: 24,
  messagesPerMinute: 60,
  /** Steps of a model in one turn. */
  steps: 8,
  /** One turn takes no longer; what has come by then is kept. */
  turnSeconds: 60,
  /** What a model writes in one step, in tokens. */
  outputTokens: 4000,
} as const;

export const ASSISTANT_MODES = ['off', 'builtin', 'any'] as const;
export type AssistantMode = (typeof ASSISTANT_MODES)[number];
