import type { Colour } from '#contract/colour.ts'
import { APP_VERSION, COLOURS_STORAGE } from './constants.ts'
import { deviceStorage, tabStorage } from './storage.ts'

// The colour of the practice replaces that of the portal in the tokens (src/ui/tokens.css). The style sheet is constructed, because
// the Content-Security-Policy refuses inline styles. The script in index.html applies the stored text before the first paint: the
// text of the tab, or in a new tab the last one on the device.

let sheet: CSSStyleSheet | undefined
let shown = ''
let wanted: Colour | undefined

/** Shows the pages in the colour of a practice, or in that of the portal if the practice has none. The next visit starts with it. */
export function showColour(colour: Colour | undefined): void {
  wanted = colour
  if (colour === undefined) return show('')
  const stored = tabStorage.getItem(COLOURS_STORAGE) ?? deviceStorage.getItem(COLOURS_STORAGE)
  if (stored?.startsWith(mark(colour))) return show(stored)
  // Without the shades, the colour of the portal remains.
  void computeColour(colour).catch(() => {})
}

/** Shows one page in the colour of a practice that may not be the visitor's own. The next visit does not start with it. */
export async function showVisitedColour(colour: Colour | undefined): Promise<void> {
  wanted = colour
  const text = colour === undefined ? '' : (await import('./practice-shades.ts')).styleOf(colour)
  if (wanted === colour) apply(text)
}

/** Computes the shades, which the first page of a tab needs, and only for a practice with a colour. */
async function computeColour(colour: Colour): Promise<void> {
  const { styleOf } = await import('./practice-shades.ts')
  // The practice may have changed during the import.
  if (wanted === colour) show(styleOf(colour))
}

function show(text: string): void {
  for (const storage of [tabStorage, deviceStorage]) storage.setItem(COLOURS_STORAGE, text)
  apply(text)
}

function apply(text: string): void {
  if (text === shown || !('adoptedStyleSheets' in document)) return
  shown = text
  sheet ??= document.adoptedStyleSheets.at(-1) ?? new CSSStyleSheet()
  sheet.replaceSync(text)
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
}

/** Begin of the stored text, which says for which colour it is. Another version may compute other shades. */
export const mark = (colour: Colour) => `/*${colour} ${APP_VERSION}*/`
