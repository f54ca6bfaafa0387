import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

// Writes the fonts of the portal, `npm run fonts`: subsets of the packages, because these have more characters and weights than
// the texts of the portal. The files are committed, so that a build needs no WebAssembly.

const require = createRequire(import.meta.url)
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('')

/** Latin with the punctuation, currency and signs of texts. */
const LATIN = range(0x20, 0x7e) + range(0xa0, 0xff) + 'ıŒœŠšŽžŸƒˆ˜–—‘’‚“”„†‡•…‰‹›€™−×÷≤≥→←'
/** Latin Extended-A, and the letters of Romanian and Turkish beyond it. */
const EXTENDED = range(0x100, 0x17f) + range(0x218, 0x21b) + 'ẞẀẁẂẃẄẅỲỳ'

const SANS = { min: 400, max: 600 }
const SERIF = 500

const FONTS = [
  {
    name: 'sans-latin',
    from: '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
    wght: SANS,
    characters: LATIN,
  },
  {
    name: 'sans-latin-ext',
    from: '@fontsource-variable/source-sans-3/files/source-sans-3-latin-ext-wght-normal.woff2',
    wght: SANS,
    characters: EXTENDED,
  },
  {
    name: 'serif-latin',
    from: '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
    wght: SERIF,
    characters: LATIN,
  },
  {
    name: 'serif-latin-ext',
    from: '@fontsource-variable/newsreader/files/newsreader-latin-ext-wght-normal.woff2',
    wght: SERIF,
    characters: EXTENDED,
  },
]

for (const { name, from, wght, characters } of FONTS) {
  const font = readFileSync(require.resolve(from))
  const subset = await subsetFont(font, characters, { targetFormat: 'woff2', variationAxes: { wght } })
  writeFileSync(new URL(`../../src/ui/fonts/${name}.woff2`, import.meta.url), subset)
  console.log(`${name}.woff2: ${subset.length} bytes`)
}
