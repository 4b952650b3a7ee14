/** Speaks the wires of hosted models in tests. */
export { LLMock } from '@copilotkit/aimock';
