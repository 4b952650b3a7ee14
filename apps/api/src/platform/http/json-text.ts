/** A response body that is already serialized as JSON, by the database or in storage. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
