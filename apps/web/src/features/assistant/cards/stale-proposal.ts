/** Thrown by a confirmation if objects were changed since the proposal was made. The card then shows their current values. */
export class StaleProposalError extends Error {
  override name = 'StaleProposalError';
  readonly titles: readonly string[];
  constructor(titles: readonly string[]) {
    super('The proposal is stale');
    this.titles = titles;
  }
}
