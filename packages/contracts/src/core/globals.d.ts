/** The things outside the language that contracts use; browsers and Node both have them. */
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
