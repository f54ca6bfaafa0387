import type { Call } from '#server/context.ts'
import type { StoredFile } from '#server/ports.ts'

/** Streams a file with its Content-Length. */
export const sendFile = (c: Call, file: StoredFile, headers: Record<string, string>): Response =>
  c.body(file.stream(), 200, { ...headers, 'content-length': String(file.size) })
