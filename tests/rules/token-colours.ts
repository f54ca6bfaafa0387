import { readFileSync } from 'node:fs'

const TOKENS = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ')
const LIGHT_DARK = /^light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)$/

/** Returns the values of a token in the light and the dark theme. Colours are `#rrggbb`. */
export function valuesOf(token: string): { light: string; dark: string } {
  const [, value] = new RegExp(`\\s${token}:\\s*([^;]+);`).exec(TOKENS) ?? []
  if (value === undefined) throw new Error(`tokens.css has no ${token}`)
  const [, light, dark] = LIGHT_DARK.exec(value) ?? []
  return light && dark ? { light: hexOf(light), dark: hexOf(dark) } : { light: value, dark: value }
}

/** Converts `oklch(lightness chroma hue)` to sRGB with the matrices of CSS Color 4. */
export function hexOf(oklch: string): string {
  const [lightness = 0, chroma = 0, hue = 0] = [...oklch.matchAll(/[\d.]+/g)].map(Number)
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${linear.map((part) => byteOf(part).toString(16).padStart(2, '0')).join('')}`
}

function byteOf(linear: number): number {
  const clamped = Math.min(1, Math.max(0, linear))
  const encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
}
