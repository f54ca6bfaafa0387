import { createHash } from 'node:crypto'
import { ProblemError } from '#server/http/problem.ts'
import type { ArrivingFile } from '#server/ports.ts'

/**
 * Yields the parts of a file as they arrive. Yields the last part only after `accept` has resolved with the hash, so that
 * no storage completes a file that is refused, cut off, or of another size.
 */
export async function* acceptedParts({ size, parts, accept }: ArrivingFile): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  let last: Uint8Array | undefined
  for await (const part of parts) {
    if (part.length === 0) continue
    bytes += part.length
    if (bytes > size) break
    hash.update(part)
    if (last) yield last
    last = part
  }
  if (bytes !== size) throw new ProblemError('bad-request')
  await accept(hash.digest('hex'))
  if (last) yield last
}
