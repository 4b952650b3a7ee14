/** A response body that is already JSON, built by the database or from stored JSON. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
