/** The one thing outside the language that contracts use; browsers and Node both have it. */
declare class URL {
  constructor(address: string, base?: string);
  static canParse(address: string, base?: string): boolean;
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}
