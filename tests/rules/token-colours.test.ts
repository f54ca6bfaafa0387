import { expect, test } from 'vitest'
import { hexOf, tokenColours } from '#tools/build/token-colours.ts'

test.each([
  ['oklch(1 0 0)', '#ffffff'],
  ['oklch(0 0 0)', '#000000'],
  ['oklch(0.628 0.2577 29.23)', '#ff0000'],
  ['oklch(0.8664 0.2948 142.5)', '#00ff00'],
  ['oklch(0.452 0.3132 264.05)', '#0000ff'],
])('%s is %s', (oklch, hex) => {
  expect(hexOf(oklch)).toBe(hex)
})

test('a token has a light and a dark colour', () => {
  const { light, dark } = tokenColours('--surface-panel')
  expect([light, dark]).toEqual([expect.stringMatching(/^#f[\da-f]f[\da-f]f[\da-f]$/), expect.stringMatching(/^#[01]/)])
  expect(() => tokenColours('--size-md')).toThrow('--size-md')
})
