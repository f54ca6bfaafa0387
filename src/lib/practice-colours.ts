import { type Colour, type Theme, isColour, shadesOf } from '#contract/colour.ts'
import { typedEntries } from '#contract/values.ts'
import { COLOURS_STORAGE } from './constants.ts'
import { tabStorage } from './storage.ts'

// The colour of the practice replaces that of the portal in the tokens (src/ui/tokens.css). The style sheet is constructed, because
// the Content-Security-Policy refuses inline styles. The script in index.html applies the stored text before the first paint.

/** Alpha channels of the tokens that are translucent, as in tokens.css. */
const LINE_ALPHA = '52'
const HOVER_ALPHA = '8c'

let sheet: CSSStyleSheet | undefined
let shown = ''

/** Shows the pages in the colour of a practice, or in that of the portal without one. */
export function showColour(colour: Colour | undefined): void {
  const stored = tabStorage.getItem(COLOURS_STORAGE)
  const isStored = colour !== undefined && stored?.startsWith(mark(colour))
  const text = isStored ? (stored ?? '') : colour !== undefined && isColour(colour) ? styleOf(colour) : ''
  if (text) tabStorage.setItem(COLOURS_STORAGE, text)
  else tabStorage.removeItem(COLOURS_STORAGE)
  if (text === shown || !('adoptedStyleSheets' in document)) return
  shown = text
  sheet ??= document.adoptedStyleSheets.at(-1) ?? new CSSStyleSheet()
  sheet.replaceSync(text)
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
}

/** Begin of the stored text, which says for which colour it is. */
const mark = (colour: Colour) => `/*${colour}*/`

function styleOf(colour: Colour): string {
  const rule = (theme: Theme) =>
    `:root{${tokensOf(colour, theme)
      .map((token) => token.join(':'))
      .join(';')}}`
  return `${mark(colour)}@layer tokens{${rule('light')}@media (prefers-color-scheme:dark){${rule('dark')}}}`
}

/** Returns the tokens of a colour with their values. */
export function tokensOf(colour: Colour, theme: Theme): [token: `--${string}`, value: string][] {
  const shades = shadesOf(colour, theme)
  return [
    ...typedEntries({ ...shades }).map(([name, value]): [`--${string}`, string] => [`--${name}`, value]),
    ['--line-brand', `${shades.brand}${LINE_ALPHA}`],
    ['--brand-tint-hover', `${shades['brand-tint']}${HOVER_ALPHA}`],
  ]
}
