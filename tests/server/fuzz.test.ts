import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OPERATIONS } from '#server/openapi/operations.ts'
import { runFuzz } from '#harness/fuzz.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { onEngines } from '#harness/test-server.ts'

let dataDir: string
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'portal-fuzz-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

onEngines('all calls', (engine) => {
  test('hundreds of bad inputs over all calls and roles are answered, and by no failure', async () => {
    const place = { dataDir, databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined }
    const { cases, statuses, calls, wrong } = await runFuzz({ place, cases: 1000, seed: 20_261_122 })
    expect(wrong).toEqual([])
    expect(cases).toBe(1000)
    // What is refused at the door would find nothing behind it.
    expect([...calls].sort()).toEqual(expect.arrayContaining(Object.keys(OPERATIONS).sort()))
    expect(Object.keys(statuses)).toEqual(
      expect.arrayContaining(['200', '204', '400', '401', '403', '404', '405', '413', '415', '431']),
    )
  })
})
