import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CALLS, runFuzz } from '#harness/fuzz.ts'
import { freshPostgres } from '#harness/postgres.ts'
import { onEngines } from '#harness/test-server.ts'

onEngines('random requests', (engine) => {
  test('never cause a 5xx status, with twelve requests for each operation', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'portal-fuzz-'))
    const place = { dataDir: folder.path, databaseUrl: engine === 'postgres' ? await freshPostgres() : undefined }
    const { statuses, calls, wrong } = await runFuzz({ place, runs: 12, seed: 20_261_122 })
    expect(wrong).toEqual([])
    // A server that rejects everything early would hide later faults.
    expect([...calls].toSorted()).toEqual(CALLS.toSorted())
    expect(Object.keys(statuses)).toEqual(
      expect.arrayContaining(['200', '204', '400', '401', '403', '404', '405', '413', '415', '431']),
    )
  })
})
