import type { Bytes } from './bytes.ts'

/**
 * Inflates a zlib stream, and hands over what comes out until that is refused: against decompression bombs. Whether all of it was
 * taken, and was a whole stream.
 */
export async function inflated(parts: Bytes[], take: (chunk: Uint8Array) => boolean): Promise<boolean> {
  const content = new Blob(parts)
  const reader = content.stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return true
      if (!take(value)) return false
    }
  } catch (error) {
    // Damaged, too short, or with something behind its end.
    if (error instanceof TypeError) return false
    throw error
  } finally {
    await reader.cancel().catch(() => {})
  }
}
