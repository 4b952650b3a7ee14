import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelSettings } from '#ai-settings.ts';

// The address is the operator's, and nothing leads away from it: a redirect would carry key and texts to somewhere else.
// oxlint-disable-next-line no-restricted-globals -- an address of the settings
const fetchSettled: typeof fetch = async (input, init) => await fetch(input, { ...init, redirect: 'error' });

/** The model of the settings, spoken to at their address and at no other. */
export function createModel({ kind, baseUrl, apiKey, model }: ModelSettings): LanguageModelV4 {
  const own = { baseURL: baseUrl, fetch: fetchSettled, ...(apiKey === undefined ? {} : { apiKey }) };
  switch (kind) {
    case 'anthropic':
      return createAnthropic(own)(model);
    case 'google':
      return createGoogle(own)(model);
    case 'openai-compatible':
      return createOpenAICompatible({ ...own, name: 'model', includeUsage: true })(model);
  }
}
