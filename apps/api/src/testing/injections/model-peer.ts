/** Implements the wire protocols of hosted models in tests. */
export { LLMock } from '@copilotkit/aimock';
