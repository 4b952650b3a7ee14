/** A family of tests: the covered threat and the test files. */
export interface Family {
  name: string;
  what: string;
  /** Empty if the feature to be tested does not exist yet. */
  tests: readonly string[];
  /** Browser specs need `npm run build` first. */
  needsBuild?: boolean;
}

const API = 'apps/api/src';

export const FAMILIES: readonly Family[] = [
  {
    name: 'MATRIX',
    what: 'every route, caller and state, against a table typed by hand; canaries in every answer',
    tests: [
      `${API}/testing/rights/matrix.api.test.ts`,
      'packages/contracts/src/permissions/permissions.test.ts',
    ],
  },
  {
    name: 'IDSWAP',
    what: 'ids of elsewhere in every field, singly and in pairs; a digest of all tables',
    tests: [`${API}/testing/rights/id-swaps.nightly.api.test.ts`],
  },
  {
    name: 'ROWS',
    what: 'the filter of the application taken out: row level security alone',
    tests: [
      `${API}/testing/row-security/row-security-drill.nightly.api.test.ts`,
      `${API}/platform/db/maintenance/row-security.api.test.ts`,
    ],
  },
  {
    name: 'RACE',
    what: 'fifty at once for one thing; the rows counted afterwards',
    tests: [`${API}/testing/races/races.api.test.ts`, `${API}/testing/races/plan-limits.nightly.api.test.ts`],
  },
  {
    name: 'REVOKE',
    what: 'every channel after every end of a right, on one node and on two',
    tests: [`${API}/testing/revocation/revocation.api.test.ts`, `${API}/platform/fanout/nodes.api.test.ts`],
  },
  {
    name: 'TOKENS',
    what: 'forged, stale and used identity tokens; sessions and handles',
    tests: [
      `${API}/features/auth/provider/forged-tokens.api.test.ts`,
      `${API}/features/auth/sessions/sessions.api.test.ts`,
      `${API}/features/auth/sessions/refresh.api.test.ts`,
    ],
  },
  {
    name: 'ORIGIN',
    what: 'changes from other sites',
    tests: [`${API}/features/auth/sign-in/origins.api.test.ts`],
  },
  {
    name: 'REDIRECT',
    what: 'paths to go back to that lead elsewhere, in every place that takes one',
    tests: [
      `${API}/features/auth/sign-in/redirects.api.test.ts`,
      'packages/contracts/src/core/redirect.test.ts',
      'apps/web/src/platform/page/safe-path.test.ts',
    ],
  },
  {
    name: 'HEADERS',
    what: 'the headers of every route, for people, strangers and other origins',
    tests: [`${API}/testing/wire/headers.api.test.ts`],
  },
  {
    name: 'CANARY',
    what: 'every text a token with its circle of readers: reads, refusals, feeds, mails, logs',
    tests: [`${API}/testing/canary/canary.nightly.api.test.ts`],
  },
  {
    name: 'ALIKE',
    what: 'what is not there and what is not yours, to the byte (npm run lab -- same-answer for the clock)',
    tests: [`${API}/testing/same-answer/same-answer.nightly.api.test.ts`],
  },
  {
    name: 'HOSTILE',
    what: 'hostile texts through every entrance: kept word for word, in JSON, tables, mails, pictures',
    tests: [
      `${API}/testing/hostile/hostile.api.test.ts`,
      `${API}/testing/hostile/hostile-documents.nightly.api.test.ts`,
      'apps/web/src/ui/format/trans.test.tsx',
    ],
  },
  {
    name: 'SCREENS',
    what: 'hostile texts on every screen of a real browser, under the shipped policy',
    tests: ['e2e/every-screen/hostile.spec.ts'],
    needsBuild: true,
  },
  {
    name: 'SSRF',
    what: 'outgoing requests to where they must not go',
    tests: [`${API}/platform/outbound/outbound.api.test.ts`],
  },
  {
    name: 'FUZZ',
    what: 'calls made from the OpenAPI document, valid to absurd (short; npm run lab -- fuzz for 50,000)',
    tests: [`${API}/testing/fuzz/fuzz.nightly.api.test.ts`],
  },
  {
    name: 'FILES',
    what: 'archives and pictures that are bombs or lies',
    tests: [
      'apps/api/src/features/transfer/hostile-files.nightly.api.test.ts',
      'apps/api/src/features/files/pictures.api.test.ts',
    ],
  },
  {
    name: 'DOCUMENTS',
    what: 'documents that are open while a right is lost, on one node and on two; rights along the tree',
    tests: [
      `${API}/features/documents/collaboration/rights.api.test.ts`,
      `${API}/features/documents/collaboration/document-nodes.api.test.ts`,
      `${API}/features/documents/sharing.api.test.ts`,
    ],
  },
  {
    name: 'ASSISTANT',
    what: 'a model that obeys injected text; forged confirmations of proposals',
    tests: [
      `${API}/testing/injections/injections.nightly.api.test.ts`,
      `${API}/testing/injections/forged-confirmations.api.test.ts`,
    ],
  },
];
