/** Platform globals used by contracts; available in browsers and Node. */
declare class URL {
  constructor(address: string, base?: string);
  static canParse(address: string, base?: string): boolean;
  readonly origin: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}
declare class Blob {
  readonly size: number;
  readonly type: string;
}
declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(text?: string);
  set(name: string, value: string): void;
  toString(): string;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}
