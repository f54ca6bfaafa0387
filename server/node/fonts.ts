import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Fonts } from '#server/pdf/pen.ts'

const require = createRequire(import.meta.url)

/** From disk. */
export const FONTS: Fonts = {
  regular: readFileSync(require.resolve('@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf')),
  bold: readFileSync(require.resolve('@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf')),
}
