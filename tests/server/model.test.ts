import { expect, test } from 'vitest'
import { onEngines, openTestServer } from '#harness/test-server.ts'
import { runModel } from '#harness/model.ts'

onEngines('the model', (engine) => {
  test('S-187 three hundred random operations come to what a list in memory says', async () => {
    await using testServer = await openTestServer(engine)
    const { done, counts, wrong } = await runModel(testServer, { operations: 300, seed: 20_260_615 })
    expect(wrong).toBeUndefined()
    expect(done).toBe(300)
    expect(Object.keys(counts).sort()).toEqual(['delete', 'delete-all', 'import', 'lock', 'register'])
  })
})
