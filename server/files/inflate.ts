import type { Bytes } from './bytes.ts'

/**
 * Inflates a zlib stream and passes each chunk to `take`, until `take` returns false: against decompression bombs. Returns whether
 * every chunk was taken and the stream was complete.
 */
export async function inflated(deflated: Bytes, take: (chunk: Uint8Array) => boolean): Promise<boolean> {
  const content = new Blob([deflated])
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
