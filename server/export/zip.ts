import { Zip, ZipDeflate } from 'fflate'

export interface ArchiveFile {
  name: string
  /** True if the file's format is already compressed. */
  isCompressed: boolean
  content: AsyncIterable<Uint8Array>
}

/** Yields a ZIP archive in pieces, so that neither the archive nor its files are in memory as a whole. */
export async function* zipped(files: AsyncIterable<ArchiveFile>, at: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    ready.push(piece)
  })
  for await (const { name, isCompressed, content } of files) {
    // Uses level 0 instead of `ZipPassThrough`, because some programs cannot unpack stored files whose size follows
    // the content.
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
