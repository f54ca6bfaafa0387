import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  CONTROL_CONTRAST,
  SURFACES,
  type Shades,
  TEXT_CONTRAST,
  type Theme,
  contrast,
  isColour,
  shadesOf,
} from './colour.ts'

const hex = (...parts: number[]) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
const STEPS = [0, 36, 73, 109, 146, 182, 219, 255]
/** Colours spread over the whole range, with all greys. */
const COLOURS = [
  ...STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => hex(red, green, blue)))),
  ...Array.from({ length: 256 }, (_, grey) => hex(grey, grey, grey)),
]
const THEMES: Theme[] = ['light', 'dark']

describe.each(THEMES)('shades in the %s theme', (theme) => {
  const { panel, page, worst } = SURFACES[theme]

  /** Returns the pairs of a colour's shades and surfaces whose contrast is too low. */
  function tooFaint(shades: Shades): string[] {
    const {
      brand,
      focus,
      'brand-fill': fill,
      'brand-fill-hover': hover,
      'brand-tint': tint,
      'surface-tile': tile,
    } = shades
    const pairs: [least: number, one: string, other: string][] = [
      ...[panel, page, worst, tint, tile].map((surface): [number, string, string] => [TEXT_CONTRAST, brand, surface]),
      ...[fill, hover].map((shade): [number, string, string] => [TEXT_CONTRAST, '#ffffff', shade]),
      ...[panel, page, worst, tint].map((surface): [number, string, string] => [CONTROL_CONTRAST, focus, surface]),
      [CONTROL_CONTRAST, fill, panel],
    ]
    return pairs.filter(([least, one, other]) => contrast(one, other) < least).map((pair) => pair.join(' '))
  }

  test('have sufficient contrast for every colour', () => {
    expect(COLOURS.length).toBeGreaterThan(700)
    expect(COLOURS.flatMap((colour) => tooFaint(shadesOf(colour, theme)).map((pair) => `${colour}: ${pair}`))).toEqual(
      [],
    )
  })

  test('are colours, and those of a grey are grey', () => {
    for (const shade of Object.values(shadesOf('#808080', theme))) {
      expect(isColour(shade)).toBe(true)
      expect(new Set([shade.slice(1, 3), shade.slice(3, 5), shade.slice(5)]).size).toBe(1)
    }
  })
})

test('a colour that is already accessible is its own shade', () => {
  expect(shadesOf('#1f5c3a', 'light')).toMatchObject({ brand: '#1f5c3a', 'brand-fill': '#1f5c3a' })
})

test('the surfaces are those of the first paint, copied from the tokens', () => {
  const html = readFileSync(new URL('../index.html', import.meta.url), 'utf8')
  for (const theme of THEMES) {
    expect(html).toContain(`--surface-panel: ${SURFACES[theme].panel};`)
    expect(html).toContain(`--surface-page: ${SURFACES[theme].page};`)
  }
})

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#ffffff', '#ffffff', 1],
])('the contrast of %s and %s is %d', (one, other, expected) => {
  expect(contrast(one, other)).toBeCloseTo(expected, 2)
})
