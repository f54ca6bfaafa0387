import { type Colour, type Theme, isColour, shadesOf } from '#contract/colour.ts'
import { typedEntries } from '#contract/values.ts'
import { mark } from './practice-colours.ts'

/** Alpha channels of the tokens that are translucent, as in tokens.css. */
const LINE_ALPHA = '52'
const HOVER_ALPHA = '8c'

/** Returns the style sheet of a practice's colour; empty if the text is not a colour. */
export function styleOf(colour: Colour): string {
  if (!isColour(colour)) return ''
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
