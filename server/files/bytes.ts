/** Bytes in memory that no other thread shares, as the platform's streams require. */
export type Bytes = Uint8Array<ArrayBuffer>

/**
 * Maximum side of an image in pixels. Viewers allocate memory per pixel, so a small file could be a decompression bomb.
 */
const MAX_SIDE = 8192

export const isSize = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Decodes Latin-1. */
export const lettersAt = (bytes: Uint8Array, offset: number, length: number) =>
  String.fromCharCode(...bytes.subarray(offset, offset + length))

/** Collects parts in memory that is allocated once. */
export class ByteBuffer {
  readonly #all: Bytes
  #length = 0

  constructor(maxBytes: number) {
    this.#all = new Uint8Array(maxBytes)
  }

  add(part: Uint8Array): void {
    this.#all.set(part, this.#length)
    this.#length += part.length
  }

  get length(): number {
    return this.#length
  }

  /** Returns a copy of the collected bytes only. */
  bytes(): Bytes {
    return this.#all.slice(0, this.#length)
  }
}

const FIRST_BYTES = 16 * 1024

/**
 * Reads a whole stream; returns undefined if it exceeds `maxBytes`. Chunks are joined on arrival, because a sender can
 * split a body into one-byte chunks, each an object.
 */
export async function readUpTo(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Bytes | undefined> {
  let all = new Uint8Array(Math.min(FIRST_BYTES, maxBytes))
  let length = 0
  for await (const chunk of stream ?? []) {
    const end = length + chunk.length
    if (end > maxBytes) return undefined
    if (end > all.length) {
      const larger = new Uint8Array(Math.min(maxBytes, Math.max(end, 2 * all.length)))
      larger.set(all.subarray(0, length))
      all = larger
    }
    all.set(chunk, length)
    length = end
  }
  return length === all.length ? all : all.slice(0, length)
}

/**
 * Inflates a zlib stream and passes each chunk to `take`, until `take` returns false. The early stop protects against
 * decompression bombs. Returns whether every chunk was taken and the stream was complete.
 */
export async function inflate(deflated: Bytes, take: (chunk: Uint8Array) => boolean): Promise<boolean> {
  const content = new Blob([deflated])
  const reader = content.stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return true
      if (!take(value)) return false
    }
  } catch (error) {
    // The stream is damaged, truncated, or followed by extra data.
    if (error instanceof TypeError) return false
    throw error
  } finally {
    await reader.cancel().catch(() => {})
  }
}
