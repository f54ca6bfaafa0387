import { SNIFFED_BYTES, typeOfBytes } from '#contract/document.ts'

const TYPES = ['image/png', 'image/jpeg', 'image/webp']
export const LOGO_ACCEPT = TYPES.join()
const MAX_BYTES = 2 * 1024 * 1024

export type LogoProblem = 'admin.practice.logoType' | 'admin.practice.logoSize'

/** Reads a chosen logo, with the type of its first bytes, because devices often set a wrong type. */
export async function readLogo(chosen: File): Promise<{ file: File; problem: LogoProblem | null }> {
  const type = typeOfBytes(new Uint8Array(await chosen.slice(0, SNIFFED_BYTES).arrayBuffer())) ?? chosen.type
  const file = type === chosen.type ? chosen : new File([chosen], chosen.name, { type })
  if (!TYPES.includes(type) || file.size === 0) return { file, problem: 'admin.practice.logoType' }
  return { file, problem: file.size > MAX_BYTES ? 'admin.practice.logoSize' : null }
}

/** Returns the picture as a data URL, because the Content Security Policy forbids `blob:`. */
export function pictureOf(file: File): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onloadend = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.readAsDataURL(file)
  })
}
