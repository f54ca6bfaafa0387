import { performance } from 'node:perf_hooks'
import { expect, test, vi } from 'vitest'
import { collectGarbage, createIdleCollector } from './collect-garbage.ts'

test('collectGarbage frees only unreferenced objects', async () => {
  const held = { text: 'held' }
  const refs = [new WeakRef({ text: 'left' }), new WeakRef(held)]
  await new Promise(setImmediate)
  await collectGarbage()
  expect(refs.map((ref) => ref.deref())).toEqual([undefined, held])
})

test('createIdleCollector collects again once the server is idle and its heap has doubled', async () => {
  const collect = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const state = { heapTotal: 30, utilization: 1 }
  vi.spyOn(process, 'memoryUsage').mockImplementation((() => state) as never)
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => state as never)
  const collectIfIdle = createIdleCollector(collect)
  const collections = async (heapTotal: number, utilization: number) => {
    Object.assign(state, { heapTotal, utilization })
    await collectIfIdle()
    return collect.mock.calls.length
  }
  expect(await collections(30, 1)).toBe(1)
  expect(await collections(60, 0)).toBe(1)
  expect(await collections(200, 0.5)).toBe(1)
  expect(await collections(200, 0.05)).toBe(2)
  expect(await collections(390, 0)).toBe(2)
})
