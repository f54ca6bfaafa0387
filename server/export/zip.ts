import { Zip, ZipDeflate } from 'fflate'

/** A file of an archive. */
export interface ArchiveFile {
  name: string
  /** Whether its format is compressed already. */
  isCompressed: boolean
  content: AsyncIterable<Uint8Array>
}

/** Yields a ZIP archive piece by piece, so that neither it nor its files are in memory as a whole. */
export async function* zipped(files: AsyncIterable<ArchiveFile>, at: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    ready.push(piece)
  })
  for await (const { name, isCompressed, content } of files) {
    // Level 0 and not `ZipPassThrough`: some programs cannot unpack stored files whose size follows them.
    const entry = new ZipDeflate(name, { level: isCompressed ? 0 : 6 })
    entry.mtime = at
    zip.add(entry)
    for await (const piece of content) {
      entry.push(piece)
      yield* ready.splice(0)
    }
    entry.push(new Uint8Array(), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}
