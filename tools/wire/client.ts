/** A client that knows the wire and nothing of Hearth's code: fetch, a cookie jar, and expectations that name the rule. */
interface Answer {
  status: number;
  headers: Headers;
  // The script reads what the wire promises; a wrong shape shows as a failed expectation.
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of an outside program
  body: any;
}

export interface Target {
  apiOrigin: string;
  webOrigin: string;
}

export class Person {
  readonly target: Target;
  cookie = '';
  id = '';

  constructor(target: Target) {
    this.target = target;
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.target.apiOrigin}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(15_000),
      headers: {
        origin: this.target.webOrigin,
        ...(this.cookie === '' ? {} : { cookie: this.cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) this.#keep(set);
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    };
  }

  #keep(set: string): void {
    const [pair = ''] = set.split(';');
    const [name = ''] = pair.split('=');
    const others = this.cookie.split('; ').filter((one) => one !== '' && !one.startsWith(`${name}=`));
    const isGone = /max-age=0|expires=Thu, 01 Jan 1970/i.test(set) || pair.endsWith('=');
    this.cookie = [...others, ...(isGone ? [] : [pair])].join('; ');
  }
}

export class Checks {
  readonly failures: string[] = [];
  passed = 0;

  /** One promise of the wire: `what` says it, `found` is shown when it does not hold. */
  expect(what: string, holds: boolean, found?: unknown): void {
    if (holds) this.passed += 1;
    else
      this.failures.push(
        `${what}${found === undefined ? '' : ` — found ${JSON.stringify(found)?.slice(0, 300)}`}`,
      );
  }

  status(what: string, answer: Answer, status: number, code?: string): void {
    const hasCode = code === undefined || answer.body?.code === code;
    this.expect(
      `${what}: ${status}${code === undefined ? '' : ` ${code}`}`,
      answer.status === status && hasCode,
      {
        status: answer.status,
        body: answer.body,
      },
    );
    if (status >= 400) {
      this.expect(
        `${what}: the refusal is a problem`,
        answer.headers.get('content-type')?.startsWith('application/problem+json') === true &&
          ['type', 'title', 'status', 'detail', 'code'].every((field) => field in (answer.body ?? {})),
        answer.body,
      );
    }
  }

  fields(what: string, thing: unknown, fields: readonly string[]): void {
    const missing = fields.filter((field) => !(field in Object(thing)));
    this.expect(`${what} has ${fields.join(', ')}`, missing.length === 0, { missing, thing });
  }
}
