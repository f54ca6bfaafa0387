import sansExtended from './sans-latin-ext.woff2?url'
import sans from './sans-latin.woff2?url'
import serifExtended from './serif-latin-ext.woff2?url'
import serif from './serif-latin.woff2?url'

const LATIN = 'U+0-FF,U+131,U+152-153,U+160-161,U+178,U+17D-17E,U+192,U+2C6,U+2DC,U+2000-22FF'
const EXTENDED = 'U+100-130,U+132-151,U+154-15F,U+162-177,U+179-17C,U+17F,U+218-21B,U+1E80-1EF3'

const FACES: readonly [family: string, url: string, weight: string, unicodeRange: string][] = [
  ['Source Sans 3 Variable', sans, '400 600', LATIN],
  ['Source Sans 3 Variable', sansExtended, '400 600', EXTENDED],
  ['Newsreader Variable', serif, '500', LATIN],
  ['Newsreader Variable', serifExtended, '500', EXTENDED],
]

/**
 * Loads the fonts from the cache of the service worker, which stores them after the first page of the first visit. Returns a
 * function that ends the loading: fonts that are later than the first page are not used on it, so that no text moves.
 */
export function loadFonts(): () => void {
  let isLate = false
  for (const [family, url, weight, unicodeRange] of FACES) {
    const face = new FontFace(family, `url(${url})`, { weight, unicodeRange, display: 'optional' })
    // A font that cannot be loaded is left out.
    void face
      .load()
      .then(() => (isLate ? undefined : document.fonts.add(face)))
      .catch(() => {})
  }
  return () => void (isLate = true)
}
