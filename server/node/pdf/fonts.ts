import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Fallback, Fonts } from '#server/pdf/faces.ts'

const require = createRequire(import.meta.url)

const FALLBACKS: Record<Fallback, string> = {
  latin: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  'latin-bold': '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  symbols: '@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf',
  'more-symbols': '@expo-google-fonts/noto-sans-symbols/400Regular/NotoSansSymbols_400Regular.ttf',
  math: '@expo-google-fonts/noto-sans-math/400Regular/NotoSansMath_400Regular.ttf',
}
const read = new Map<Fallback, Promise<Uint8Array>>()

function load(font: Fallback): Promise<Uint8Array> {
  const reading = read.get(font) ?? readFile(require.resolve(FALLBACKS[font]))
  read.set(font, reading)
  return reading
}

export const FONTS: Fonts = {
  regular: readFileSync(require.resolve('@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf')),
  bold: readFileSync(require.resolve('@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf')),
  load,
}
