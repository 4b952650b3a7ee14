import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelSettings } from '#ai-settings.ts';

// The address is set by the operator. Reject redirects: they would send the key and the prompts to another host.
// oxlint-disable-next-line no-restricted-globals -- the address is configured, not user-supplied
const fetchSettled: typeof fetch = async (input, init) => await fetch(input, { ...init, redirect: 'error' });

/** Creates the configured model, which is called at its configured address only. */
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
