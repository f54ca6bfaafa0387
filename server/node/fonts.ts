import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Not the fonts that every reader has: those lack the letters of many names. */
export const FONTS = {
  regular: readFileSync(require.resolve('@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf')),
  bold: readFileSync(require.resolve('@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf')),
}
export type FontName = keyof typeof FONTS
