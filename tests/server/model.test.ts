import { array, assert, asyncProperty, nat } from 'fast-check'
import { expect, test } from 'vitest'
import { TEST_TIMEOUT_MS } from '#harness/test-timeout.ts'
import { onEngines, openTestServer } from '#harness/test-server.ts'
import { runModel } from '#harness/model.ts'

/** The time limit covers all runs and the shrinking of a failing run, and ends before the test's own limit. */
const RUNS = {
  numRuns: 4,
  seed: 20_260_615,
  interruptAfterTimeLimit: 1.75 * TEST_TIMEOUT_MS,
  markInterruptAsFailure: true,
}
const operations = array(nat(), { minLength: 1, maxLength: 300, size: 'max' })

onEngines('random operations', (engine) => {
  test('leave the server in the same state as an in-memory model', async () => {
    let all = 0
    const names = new Set<string>()
    const matchesModel = asyncProperty(operations, async (seeds) => {
      await using testServer = await openTestServer(engine)
      const { done, counts, wrong } = await runModel(testServer, { seeds })
      expect(wrong).toBeUndefined()
      all += done
      for (const name of Object.keys(counts)) names.add(name)
    })
    await assert(matchesModel, RUNS)
    expect(all).toBeGreaterThan(300)
    expect([...names].toSorted()).toEqual(['delete', 'delete-all', 'import', 'lock', 'register'])
  })
})
