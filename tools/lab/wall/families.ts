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
    what: 'every route, caller and state, against a table typed by hand; canaries in every response',
    tests: [
      `${API}/testing/rights/matrix.api.test.ts`,
      'packages/contracts/src/permissions/permissions.test.ts',
    ],
  },
  {
    name: 'IDSWAP',
    what: 'foreign ids in every id field, singly and in pairs; a digest of all tables',
    tests: [`${API}/testing/rights/id-swaps.nightly.api.test.ts`],
  },
  {
    name: 'ROWS',
    what: 'row level security alone, without the filter of the application',
    tests: [
      `${API}/testing/row-security/row-security-drill.nightly.api.test.ts`,
      `${API}/platform/db/maintenance/row-security.api.test.ts`,
    ],
  },
  {
    name: 'RACE',
    what: 'fifty concurrent requests for one object; the rows counted afterwards',
    tests: [`${API}/testing/races/races.api.test.ts`, `${API}/testing/races/plan-limits.nightly.api.test.ts`],
  },
  {
    name: 'REVOKE',
    what: 'every channel after every loss of access, on one node and on two',
    tests: [`${API}/testing/revocation/revocation.api.test.ts`, `${API}/platform/fanout/nodes.api.test.ts`],
  },
  {
    name: 'TOKENS',
    what: 'forged, stale and replayed identity tokens; sessions and handles',
    tests: [
      `${API}/features/auth/provider/forged-tokens.api.test.ts`,
      `${API}/features/auth/sessions/sessions.api.test.ts`,
      `${API}/features/auth/sessions/refresh.api.test.ts`,
    ],
  },
  {
    name: 'ORIGIN',
    what: 'changes from other origins',
    tests: [`${API}/features/auth/sign-in/origins.api.test.ts`],
  },
  {
    name: 'REDIRECT',
    what: 'return paths to other sites, in every parameter that takes one',
    tests: [
      `${API}/features/auth/sign-in/redirects.api.test.ts`,
      'packages/contracts/src/core/redirect.test.ts',
      'apps/web/src/platform/page/safe-path.test.ts',
    ],
  },
  {
    name: 'HEADERS',
    what: 'the response headers of every route, for people, anonymous visitors and other origins',
    tests: [`${API}/testing/wire/headers.api.test.ts`],
  },
  {
    name: 'CANARY',
    what: 'every text is a token with its set of readers: reads, refusals, feeds, mails, logs',
    tests: [`${API}/testing/canary/canary.nightly.api.test.ts`],
  },
  {
    name: 'ALIKE',
    what: 'missing and inaccessible objects, equal to the byte (npm run lab -- same-answer for timing)',
    tests: [`${API}/testing/same-answer/same-answer.nightly.api.test.ts`],
  },
  {
    name: 'HOSTILE',
    what: 'hostile texts in every input: stored verbatim, in JSON, tables, mails, pictures',
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
    what: 'outgoing requests to forbidden addresses',
    tests: [`${API}/platform/outbound/outbound.api.test.ts`],
  },
  {
    name: 'FUZZ',
    what: 'calls generated from the OpenAPI document, valid to absurd (short; npm run lab -- fuzz for 50,000)',
    tests: [`${API}/testing/fuzz/fuzz.nightly.api.test.ts`],
  },
  {
    name: 'FILES',
    what: 'decompression bombs, and mislabelled archives and pictures',
    tests: [
      'apps/api/src/features/transfer/hostile-files.nightly.api.test.ts',
      'apps/api/src/features/files/pictures.api.test.ts',
    ],
  },
  {
    name: 'DOCUMENTS',
    what: 'open documents after a loss of access, on one node and on two; inherited rights',
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
