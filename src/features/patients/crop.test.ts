import { describe, expect, test } from 'vitest'
import { MAX_ZOOM, WHOLE, moved, placeOf, turned, zoomed } from './crop.ts'

const PICTURE = { width: 200, height: 100 }

describe('the cut-out of a photo', () => {
  test('is the largest square in the middle', () => {
    expect(placeOf(PICTURE, WHOLE, 50)).toEqual({ centre: { x: 25, y: 25 }, angle: 0, width: 100, height: 50 })
  })

  test('moves to the edges of the photo only', () => {
    const left = moved(PICTURE, WHOLE, { dx: 25, dy: 25, side: 50 })
    expect(left).toEqual({ ...WHOLE, x: 0 })
    expect(moved(PICTURE, left, { dx: 10, dy: 0, side: 50 })).toEqual(left)
  })

  test('keeps its centre when the zoom changes', () => {
    const near = zoomed(PICTURE, { ...WHOLE, x: 0.2 }, 2)
    expect(near.zoom).toBe(2)
    expect(zoomed(PICTURE, near, 1).x).toBeCloseTo(0.2)
    expect([zoomed(PICTURE, WHOLE, 0).zoom, zoomed(PICTURE, WHOLE, 9).zoom]).toEqual([1, MAX_ZOOM])
  })

  test('keeps its part of the photo when the photo is turned', () => {
    const left = { ...WHOLE, x: 0 }
    const clockwise = turned(left, 1)
    expect(clockwise).toEqual({ ...WHOLE, turns: 1, x: 0.5, y: 0 })
    expect(turned(clockwise, -1)).toEqual(left)
    expect(placeOf(PICTURE, clockwise, 50)).toMatchObject({ centre: { x: 25, y: 50 }, width: 100, height: 50 })
  })
})
