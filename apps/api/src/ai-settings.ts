import { z } from 'zod';

/** Settings of the model used in addition to the built-in assistant. */
export const aiEnvironment = {
  AI_PROVIDER: z.enum(['builtin', 'openai-compatible', 'anthropic', 'google', 'off']).default('builtin'),
  AI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().max(200).optional(),
  AI_TIMEOUT_MS: z.coerce.number().int().min(100).max(50_000).default(15_000),
} as const;

/** Public API URLs of the providers. Always pass them because the SDK packages would otherwise read a URL from the environment. */
const PUBLIC_URLS = {
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
} as const;

const schema = z.object(aiEnvironment);

export interface ModelSettings {
  kind: 'openai-compatible' | 'anthropic' | 'google';
  /** Base URL of the provider's API, the only address that is contacted. */
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  /** Idle timeout in ms: before the first token, and between two tokens. */
  timeoutMs: number;
}

export interface AiSettings {
  /** Kill switch: all assistant requests are rejected. */
  isOff: boolean;
  /** Null if the assistant is off, or if only the built-in assistant is used. */
  model: ModelSettings | null;
}

/** Reads the settings of the model. @throws Error with a message for the operator */
export function readAi(e: z.infer<typeof schema>): AiSettings {
  if (e.AI_PROVIDER === 'off') return { isOff: true, model: null };
  if (e.AI_PROVIDER === 'builtin') {
    if (e.AI_BASE_URL !== undefined || e.AI_API_KEY !== undefined || e.AI_MODEL !== undefined)
      throw new Error(
        'AI_BASE_URL, AI_API_KEY and AI_MODEL require AI_PROVIDER: set it too, or remove them.',
      );
    return { isOff: false, model: null };
  }
  if (e.AI_MODEL === undefined) throw new Error('AI_PROVIDER requires AI_MODEL, the name of the model.');
  if (e.AI_PROVIDER !== 'openai-compatible' && e.AI_API_KEY === undefined)
    throw new Error(`AI_PROVIDER=${e.AI_PROVIDER} requires AI_API_KEY.`);
  const given = e.AI_BASE_URL ?? (e.AI_PROVIDER === 'openai-compatible' ? '' : PUBLIC_URLS[e.AI_PROVIDER]);
  if (given === '')
    throw new Error(
      'AI_PROVIDER=openai-compatible requires AI_BASE_URL, the URL of the service including /v1.',
    );
  const baseUrl = given.replace(/\/+$/, '');
  if (baseUrl.startsWith('http:') && e.AI_API_KEY !== undefined && !isOnThisMachine(baseUrl))
    throw new Error('AI_BASE_URL must use https or point to this machine, because the key is sent to it.');
  return {
    isOff: false,
    model: {
      kind: e.AI_PROVIDER,
      baseUrl,
      apiKey: e.AI_API_KEY,
      model: e.AI_MODEL,
      timeoutMs: e.AI_TIMEOUT_MS,
    },
  };
}

function isOnThisMachine(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  return ['localhost', '127.0.0.1', '::1'].includes(host) || host.endsWith('.localhost');
}
