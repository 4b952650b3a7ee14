import { LLMock } from '#api/testing/injections/model-peer.ts';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { useBrowser } from '#e2e/support/browser.ts';
import { startProduct, type Product } from '#e2e/support/product.ts';
import { askConfirmAndUndo, askOnPhone } from './ask-and-confirm.ts';

// Runs the tests of the built-in assistant over the protocols of other models, and with a model that always fails.

const { openPerson } = useBrowser();

/** Scripts the model's replies and tool calls. */
function script(peer: LLMock): void {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const chairs = { title: 'Order chairs', assigneeIds: ['Bob Reed'], dueDate: tomorrow };
  const create = { name: 'createTasks', arguments: JSON.stringify({ tasks: [chairs] }) };
  peer.on({ userMessage: 'Order chairs', hasToolResult: false }, { toolCalls: [create] });
  peer.on({ userMessage: 'Order chairs', hasToolResult: true }, { content: 'I prepared one task.' });
  peer.on(
    { userMessage: 'unassigned', hasToolResult: false },
    { toolCalls: [{ name: 'listTasks', arguments: '{}' }] },
  );
  peer.on({ userMessage: 'unassigned', hasToolResult: true }, { content: 'There is one task.' });
}

const MODELS = [
  { name: 'the OpenAI protocol', kind: 'openai-compatible', prepare: script },
  { name: 'the Anthropic protocol', kind: 'anthropic', prepare: script },
  {
    name: 'a model that always fails',
    kind: 'openai-compatible',
    prepare: (peer: LLMock) => void peer.onMessage(/.*/, { error: { message: 'overloaded' }, status: 503 }),
  },
] as const;

describe.each(MODELS)('assistant with $name', ({ kind, prepare }) => {
  const peer = new LLMock({ port: 0 });
  let product: Product;
  beforeAll(async () => {
    prepare(peer);
    await peer.start();
    product = await startProduct({
      AI_PROVIDER: kind,
      AI_BASE_URL: `${peer.url}/v1`,
      AI_API_KEY: 'a key',
      AI_MODEL: 'model-1',
    });
  });
  afterAll(async () => {
    await product.remove();
    await peer.stop();
  });

  test('creates a task only after confirmation, keeps the conversation across a reload and undoes the creation', () =>
    askConfirmAndUndo(openPerson, product));

  test('shows the composer above the tabs on phones, without horizontal scrolling', () =>
    askOnPhone(openPerson, product));
});
