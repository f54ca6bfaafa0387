import { expect, test } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'

test('collectGarbage collects unreferenced objects only', async () => {
  const held = { text: 'held' }
  const refs = [new WeakRef({ text: 'left' }), new WeakRef(held)]
  await new Promise(setImmediate)
  await collectGarbage()
  expect(refs.map((ref) => ref.deref())).toEqual([undefined, held])
})
