import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import * as Y from 'yjs';
import type { OpenDocument } from '@hearth/contracts/documents/documents';
import { readContent } from '#features/documents/content/content.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { DocumentClient, openDocument } from '#testing/document-client.ts';
import { makeDocument } from '#testing/documents.ts';
import { joinTeam, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { RoughNetwork } from '#testing/rough-network.ts';
import { useApp } from '#testing/use-app.ts';

/** Number of generated histories; set `CONVERGE_RUNS=1000` for the long run. A failure prints the seed that replays it. */
const RUNS = Number(process.env['CONVERGE_RUNS'] ?? 6);
const CLIENTS = 5;
/** First of the characters to type. Each character is typed only once, to identify lost text. */
const FIRST_CHARACTER = 0x4e00;

/** A fraction from 0 to below 1. */
const part = fc.noBias(fc.nat({ max: 999 })).map((one) => one / 1000);
const step = fc.record({
  who: fc.nat({ max: CLIENTS - 1 }),
  act: fc.oneof(
    { weight: 10, arbitrary: fc.constant('type' as const) },
    { weight: 3, arbitrary: fc.constantFrom('delete', 'split', 'bold', 'pause') },
    { weight: 2, arbitrary: fc.constantFrom('cut', 'reload', 'api') },
  ),
  /** Target block and position within it, as fractions of the document's and the block's length. */
  line: part,
  fraction: part,
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const history = fc.record({
  steps: fc.array(step, { minLength: 30, maxLength: 90 }),
  luck: fc.array(part, { minLength: 40, maxLength: 40 }),
  /** Whether an API program also writes whole documents, which deletes blocks that others are editing. */
  isByApi: fc.boolean(),
});

describeOneEngine('five concurrent writers over an unreliable network', (engine) => {
  const api = useApp(engine);
  let people: SignedIn[];
  let teamId: string;

  beforeAll(async () => {
    people = [];
    for (let at = 0; at < CLIENTS; at += 1) people.push(await signIn(api, `writer${at}@example.com`));
    teamId = (await makeTeam(people[0] as SignedIn))._id;
    await people[0]?.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
    for (const person of people.slice(1)) await joinTeam(people[0] as SignedIn, teamId, person);
  });

  it(
    'converges to the same document without losing text that was not deleted',
    async () => {
      await fc.assert(
        fc.asyncProperty(history, async ({ steps, luck, isByApi }) => {
          const { id } = await makeDocument(people[0] as SignedIn, teamId, { markdown: 'Begin' });
          const scene = await Play.open(people, `${teamId}/${id}`, luck);
          try {
            for (const one of steps) if (isByApi || one.act !== 'api') await scene.play(one);
            await scene.settle();
            const path = `/teams/${teamId}/documents/${id}`;
            // Clients remove redundant formatting after remote changes, so they may send further updates after they are acknowledged.
            const readAll = async () => {
              const stored = await people[0]?.get<{ document: OpenDocument }>(path);
              return new Set([...scene.contents, JSON.stringify(stored?.body.document.content)]);
            };
            await expect.poll(async () => (await readAll()).size, { interval: 10 }).toBe(1);
            const lost = [...scene.typed].filter((one) => !scene.contents[0]?.includes(one));
            if (!isByApi) expect(lost).toEqual([]);
          } finally {
            scene.close();
          }
        }),
        { numRuns: RUNS, interruptAfterTimeLimit: 30_000 + RUNS * 5_000, endOnFailure: RUNS < 100 },
      );
    },
    60_000 + RUNS * 6_000,
  );
});

class Play {
  /** Characters that were typed and never deleted. */
  readonly typed = new Set<string>();
  readonly #name: string;
  readonly #people: readonly SignedIn[];
  readonly #networks: RoughNetwork[];
  readonly #clients: DocumentClient[] = [];
  #drawn = 0;

  private constructor(people: readonly SignedIn[], name: string, luck: readonly number[]) {
    this.#people = people;
    this.#name = name;
    let at = 0;
    this.#networks = people.map(() => new RoughNetwork(() => luck[at++ % luck.length] ?? 0.5));
  }

  static async open(people: readonly SignedIn[], name: string, luck: readonly number[]): Promise<Play> {
    const play = new Play(people, name, luck);
    for (const [at, person] of people.entries())
      play.#clients.push(await openDocument(person, name, { network: play.#networks[at] as RoughNetwork }));
    return play;
  }

  get contents(): string[] {
    return this.#clients.map(({ doc }) => JSON.stringify(readContent(doc)));
  }

  async play({ who, act, line, fraction }: Step): Promise<void> {
    const client = this.#clients[who] as DocumentClient;
    if (act === 'cut') client.cut();
    else if (act === 'reload') this.#reload(who);
    else if (act === 'pause') await new Promise((resolve) => setTimeout(resolve, fraction * 20));
    else if (act === 'api') await this.#writeByApi(who);
    else this.#edit(client.doc, act, line, fraction);
  }

  /** Restores the network and reconnects all clients. */
  async settle(): Promise<void> {
    for (const network of this.#networks) network.isCalm = true;
    for (const client of this.#clients) client.cut();
    await Promise.all(
      this.#clients.map(async (client) => {
        await client.until(() => !client.provider.synced);
        await client.acknowledged();
      }),
    );
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }

  /** Simulates a reload: replaces the client with one that starts with the locally stored copy. */
  #reload(who: number): void {
    const old = this.#clients[who] as DocumentClient;
    old.close();
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(old.doc));
    this.#clients[who] = new DocumentClient(this.#people[who] as SignedIn, this.#name, {
      doc,
      network: this.#networks[who] as RoughNetwork,
    });
  }

  async #writeByApi(who: number): Promise<void> {
    const [teamId, documentId] = this.#name.split('/');
    const path = `/teams/${teamId}/documents/${documentId}`;
    const character = this.#draw();
    const write = async () => {
      const before = await this.#people[who]?.get<string>(`${path}/markdown`);
      const markdown = `${before?.body ?? ''}\n\n${character}`;
      return (await this.#people[who]?.patch(path, { markdown }))?.status;
    };
    // Retry after a 503 response: other clients wrote during each of the server's attempts.
    await expect.poll(write, { interval: 10 }).toBe(200);
  }

  #edit(doc: Y.Doc, act: 'type' | 'delete' | 'split' | 'bold', line: number, fraction: number): void {
    const lines = doc.getXmlFragment('default');
    const at = Math.floor(line * lines.length);
    const node = lines.length === 0 ? null : lines.get(at);
    const textNode = node instanceof Y.XmlElement ? node.get(0) : null;
    if (!(textNode instanceof Y.XmlText) || act === 'split') {
      const paragraph = new Y.XmlElement('paragraph');
      paragraph.insert(0, [new Y.XmlText(this.#draw())]);
      lines.insert(Math.min(lines.length, at + 1), [paragraph]);
      return;
    }
    const from = Math.floor(fraction * (textNode.length + 1));
    if (act === 'type') textNode.insert(from, this.#draw());
    else if (textNode.length > from) this.#change(textNode, act, from);
  }

  #change(textNode: Y.XmlText, act: 'delete' | 'bold', from: number): void {
    if (act === 'bold') {
      textNode.format(from, 1, { bold: {} });
      return;
    }
    const before = textNode.toJSON();
    textNode.delete(from, 1);
    const after = textNode.toJSON();
    for (const one of before) if (!after.includes(one)) this.typed.delete(one);
  }

  #draw(): string {
    const character = String.fromCodePoint(FIRST_CHARACTER + this.#drawn++);
    this.typed.add(character);
    return character;
  }
}
