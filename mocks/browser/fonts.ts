import regular from '@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf?url'
import bold from '@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf?url'
import type { Fonts } from '#server/pdf/pen.ts'

const read = async (address: string) => new Uint8Array(await (await fetch(address)).arrayBuffer())

/** What `server/node/fonts.ts` reads from disk. */
export const FONTS: Fonts = { regular: await read(regular), bold: await read(bold) }
