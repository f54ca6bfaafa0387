export interface Scope {
  /** Glob patterns of the tests that should notice a fault in the folder. */
  tests: string[]
  /** Minimum share of noticed faults, in per cent. Absent until measured. */
  least?: number
}

/** Folders for mutation testing (docs/decisions/0022-mutation-testing.md). */
export const SCOPES: Readonly<Record<string, Scope>> = {
  contract: { tests: ['contract/**/*.test.ts'], least: 82 },
  'server/access': {
    tests: ['tests/server/{access,client-data,matrix,second-factor,shared-account}.test.ts'],
    least: 87,
  },
  'server/auth': {
    tests: [
      'tests/server/{attempts,change*,device,forgery,oauth,open-links,pass*,second-factor,session*,staff,to*,username*}.test.ts',
    ],
  },
  'server/import': { tests: ['server/import/**/*.test.ts', 'tests/server/import*.test.ts'] },
  'src/session': {
    tests: ['src/session/**/*.test.ts', 'tests/screens/{drafts,se*,sign-in,sso-handoff,viewing}.test.tsx'],
  },
  'src/api': { tests: ['src/**/*.test.{ts,tsx}', 'tests/screens/{foreign,specification}*.test.{ts,tsx}'] },
}
