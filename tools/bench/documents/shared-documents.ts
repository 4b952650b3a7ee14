import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinTeam, makeTeam, signIn, type SignedIn } from '#api/testing/make.ts';
import { createPostgresDatabase } from '#api/testing/postgres-database.ts';
import { runProduct, type Running } from '#bench/product.ts';

// Set-up for the document benchmarks.

const PEOPLE = 10;

export interface Workplace {
  product: Running;
  /** Null for the embedded database. */
  databaseUrl: string | null;
  teamId: string;
  people: readonly SignedIn[];
}

/** Runs the built product with a team of ten during `act`. Uses PostgreSQL if TEST_DATABASE_URL is set. */
export async function withDocuments(act: (workplace: Workplace) => Promise<void>): Promise<void> {
  const admin = process.env['TEST_DATABASE_URL'];
  const database = admin === undefined ? null : await createPostgresDatabase(admin);
  console.log(database === null ? 'Embedded database' : 'PostgreSQL');
  const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'));
  const databaseUrl = database?.url ?? null;
  try {
    const product = await runProduct({
      HEARTH_DATA: folder,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    });
    try {
      const people: SignedIn[] = [];
      for (let at = 0; at < PEOPLE; at += 1) people.push(await signIn(product, `person${at}@example.com`));
      const [owner, ...others] = people as [SignedIn, ...SignedIn[]];
      const { _id: teamId } = await makeTeam(owner);
      await owner.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
      for (const other of others) await joinTeam(owner, teamId, other);
      await act({ product, databaseUrl, teamId, people });
    } finally {
      await product.stop();
    }
  } finally {
    await database?.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Generates Markdown with `count` blocks of typical types. */
export function writeBlocks(count: number): string {
  return Array.from({ length: count }, (_, at) => {
    if (at % 12 === 0) return `## Part ${at / 12 + 1}: what we agreed on`;
    if (at % 12 === 5) return `- [${at % 24 === 5 ? 'x' : ' '}] Ask the printers about number ${at}`;
    if (at % 12 === 8) return `> Said in the meeting on day ${at}: **not before** the others are done.`;
    return `Paragraph ${at} tells in a few lines of usual length what a team writes down, with *some* emphasis and a [link](https://example.com/${at}).`;
  }).join('\n\n');
}
