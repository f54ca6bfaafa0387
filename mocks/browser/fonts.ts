import latin from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?url'
import latinBold from '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf?url'
import math from '@expo-google-fonts/noto-sans-math/400Regular/NotoSansMath_400Regular.ttf?url'
import moreSymbols from '@expo-google-fonts/noto-sans-symbols/400Regular/NotoSansSymbols_400Regular.ttf?url'
import symbols from '@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf?url'
import regular from '@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf?url'
import bold from '@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf?url'
import type { Fallback, Fonts } from '#server/pdf/faces.ts'

const FALLBACKS: Record<Fallback, string> = {
  latin,
  'latin-bold': latinBold,
  symbols,
  'more-symbols': moreSymbols,
  math,
}
const read = new Map<string, Promise<Uint8Array>>()

function fetched(address: string): Promise<Uint8Array> {
  const reading =
    read.get(address) ?? fetch(address).then(async (response) => new Uint8Array(await response.arrayBuffer()))
  read.set(address, reading)
  return reading
}

/** Fonts for PDFs, fetched by URL. The server reads them from disk (`server/node/pdf/fonts.ts`). */
export const FONTS: Fonts = {
  regular: await fetched(regular),
  bold: await fetched(bold),
  load: (font) => fetched(FALLBACKS[font]),
}
