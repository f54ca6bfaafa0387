// Colour of a practice, and its accessible shades. Shades keep the hue of the colour. Their lightness is the nearest at which
// the contrast by WCAG 2.2 is sufficient on the surfaces of src/ui/tokens.css.

/** `#rrggbb` in lower case. */
export type Colour = string

export const isColour = (text: string): text is Colour => /^#[\da-f]{6}$/i.test(text)

/** Minimum contrasts of WCAG 2.2: for text, and for focus rings and controls. */
export const TEXT_CONTRAST = 4.5
export const CONTROL_CONTRAST = 3

/**
 * Surfaces of the themes. Text has the least contrast on the darkest surface of the light theme, and on the lightest of the
 * dark theme.
 */
export const SURFACES = {
  light: { panel: '#fffefd', page: '#f7f6f1', worst: '#f1efea' },
  dark: { panel: '#11192b', page: '#090f1e', worst: '#1a2640' },
} as const satisfies Record<Theme, Record<string, Colour>>

export type Theme = 'light' | 'dark'

/** Shades by the names of their tokens in src/ui/tokens.css. */
export interface Shades {
  /** Links and other text. */
  brand: Colour
  /** Background of white text. */
  'brand-fill': Colour
  'brand-fill-hover': Colour
  /** Background of text in `brand`. */
  'brand-tint': Colour
  'surface-tile': Colour
  'line-tile': Colour
  focus: Colour
}

interface Oklch {
  lightness: number
  chroma: number
  /** Radians. */
  hue: number
}

type Triple = readonly [number, number, number]

const linear = (part: number) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const gamma = (part: number) => (part <= 0.003_130_8 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

/** Returns red, green and blue as linear light from 0 to 1. */
const linearOf = (colour: Colour): Triple => {
  const part = (at: number) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  return [part(1), part(3), part(5)]
}

const luminance = ([red, green, blue]: Triple) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

/** Returns the contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(linearOf(one)), luminance(linearOf(other))].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

// Oklab by Björn Ottosson, https://bottosson.github.io/posts/oklab/

function oklchOf(colour: Colour): Oklch {
  const [red, green, blue] = linearOf(colour)
  const long = Math.cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
  const middle = Math.cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
  const short = Math.cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
  const a = 1.977_998_495_1 * long - 2.428_592_205 * middle + 0.450_593_709_9 * short
  const b = 0.025_904_037_1 * long + 0.782_771_766_2 * middle - 0.808_675_766 * short
  return {
    lightness: 0.210_454_255_3 * long + 0.793_617_785 * middle - 0.004_072_046_8 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

function toLinear({ lightness, chroma, hue }: Oklch): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const long = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
  const middle = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
  const short = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
  return [
    4.076_741_662_1 * long - 3.307_711_591_3 * middle + 0.230_969_929_2 * short,
    -1.268_438_004_6 * long + 2.609_757_401_1 * middle - 0.341_319_396_5 * short,
    -0.004_196_086_3 * long - 0.703_418_614_7 * middle + 1.707_614_701 * short,
  ]
}

const isInGamut = (parts: Triple) => parts.every((part) => part >= -0.0005 && part <= 1.0005)

/** Returns the colour, with less chroma if the screen cannot show it. */
function colourOf(wanted: Oklch): Colour {
  let [low, high] = [0, wanted.chroma]
  if (isInGamut(toLinear(wanted))) low = high
  while (high - low > 0.001) {
    const chroma = (low + high) / 2
    if (isInGamut(toLinear({ ...wanted, chroma }))) low = chroma
    else high = chroma
  }
  const parts = toLinear({ ...wanted, chroma: low }).map((part) =>
    Math.round(gamma(Math.min(Math.max(part, 0), 1)) * 255),
  )
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

const STEP = 0.005

/** Returns the sufficient shade with the nearest lightness; black or white if no shade is sufficient. */
function nearest(wanted: Oklch, isSufficient: (shade: Colour) => boolean): Colour {
  for (let distance = 0; distance <= 1; distance += STEP) {
    for (const lightness of [wanted.lightness - distance, wanted.lightness + distance]) {
      if (lightness < 0 || lightness > 1) continue
      const shade = colourOf({ ...wanted, lightness })
      if (isSufficient(shade)) return shade
    }
  }
  return isSufficient('#000000') ? '#000000' : '#ffffff'
}

const WHITE = '#ffffff'

/** Lightness and share of the chroma of backgrounds and lines, as in the portal's own colour. */
const FIXED = {
  light: { tint: [0.938, 0.2, 0.03], tile: [0.958, 0.13, 0.02], line: [0.72, 0.55, 0.09], hover: -0.06 },
  dark: { tint: [0.304, 0.6, 0.08], tile: [0.272, 0.5, 0.066], line: [0.5, 0.65, 0.1], hover: 0.03 },
} as const

/** Returns the shades of a practice's colour in a theme. */
export function shadesOf(colour: Colour, theme: Theme): Shades {
  const own = oklchOf(colour)
  const { panel, page, worst } = SURFACES[theme]
  const { tint, tile, line, hover } = FIXED[theme]
  const fixed = ([lightness, share, max]: Triple) =>
    colourOf({ ...own, lightness, chroma: Math.min(own.chroma * share, max) })
  const brandTint = fixed(tint)
  const surfaceTile = fixed(tile)
  const isOn = (least: number, surfaces: readonly Colour[]) => (shade: Colour) =>
    surfaces.every((surface) => contrast(shade, surface) >= least)
  const fill = nearest(
    own,
    (shade) => contrast(shade, WHITE) >= TEXT_CONTRAST && contrast(shade, panel) >= CONTROL_CONTRAST,
  )
  const { lightness } = oklchOf(fill)
  return {
    brand: nearest(own, isOn(TEXT_CONTRAST, [panel, page, worst, brandTint, surfaceTile])),
    'brand-fill': fill,
    'brand-fill-hover': nearest({ ...own, lightness: lightness + hover }, isOn(TEXT_CONTRAST, [WHITE])),
    'brand-tint': brandTint,
    'surface-tile': surfaceTile,
    'line-tile': fixed(line),
    focus: nearest(own, isOn(CONTROL_CONTRAST, [panel, page, worst, brandTint])),
  }
}
