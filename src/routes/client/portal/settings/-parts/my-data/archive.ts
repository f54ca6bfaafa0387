import { Zip, ZipDeflate, strToU8 } from 'fflate'

/** A ZIP file in the making. What goes in is handed on to the browser, which may keep it on disk. */
export function createArchive(at: Date) {
  const parts: Blob[] = []
  let broken: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) broken = error
    else parts.push(new Blob([chunk]))
  })
  const add = (name: string, bytes: Uint8Array, level: 0 | 6) => {
    // Level 0 and not `ZipPassThrough`: what is stored as such with its size behind it, some programs cannot unpack.
    const entry = new ZipDeflate(name, { level })
    entry.mtime = at
    zip.add(entry)
    entry.push(bytes, true)
    if (broken) throw broken
  }
  return {
    /** A file that is packed already by its own kind. */
    file: (name: string, bytes: Uint8Array) => add(name, bytes, 0),
    text: (name: string, text: string) => add(name, strToU8(text), 6),
    finish(): Blob {
      zip.end()
      return new Blob(parts, { type: 'application/zip' })
    },
  }
}

export type Archive = ReturnType<typeof createArchive>
