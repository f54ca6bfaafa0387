import { expect, test } from 'vitest'
import { tilesOf } from './share-tiles.tsx'

function counted(full: number, half: number, total: number) {
  const tiles = tilesOf({ full, half, total })
  return [tiles.length, ...(['full', 'half'] as const).map((kind) => tiles.filter((tile) => tile === kind).length)]
}

test.each([
  ['a share and a locked part', 1026, 17, 1655, [100, 62, 1]],
  ['nobody', 0, 0, 50, [100, 0, 0]],
  ['an empty practice', 0, 0, 0, [100, 0, 0]],
  ['one of very many gets a tile', 1, 0, 5000, [100, 1, 0]],
  ['all but one leaves a tile empty', 4999, 0, 5000, [100, 99, 0]],
  ['all', 50, 0, 50, [100, 100, 0]],
  ['all of them locked', 0, 50, 50, [100, 0, 100]],
  ['one locked and one not', 1, 1, 5000, [100, 1, 1]],
])('tilesOf divides 100 tiles: %s', (_, full, half, total, expected) => {
  expect(counted(full, half, total)).toEqual(expected)
})
