/** An answer that is JSON already, put together by the database or from stored JSON. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
