/** Of memory that no other thread shares, as the platform's streams want it. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Against decompression bombs: a viewer allocates memory per pixel, however small the file. */
const MAX_SIDE = 8192

export const isSize = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Decodes Latin-1. */
export const lettersAt = (bytes: Uint8Array, offset: number, length: number) =>
  String.fromCharCode(...bytes.subarray(offset, offset + length))

export function joined(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

/** All of a stream; undefined where that is more than so many bytes. */
export async function readUpTo(
  stream: ReadableStream<Uint8Array> | null,
  mostBytes: number,
): Promise<Bytes | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream ?? []) {
    size += chunk.length
    if (size > mostBytes) return undefined
    chunks.push(chunk)
  }
  return joined(chunks)
}
