import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'

export const temporaryName = (file: string) => path.join(path.dirname(file), `.${path.basename(file)}.unfinished`)

/**
 * Writes a file that nobody else on the machine may read. Under another name first: one that is half written is never seen, not
 * even after the power went. That name is the file's own, so that the next try writes over what a kill left behind.
 */
export async function writeFileAtomic(file: string, content: Uint8Array | NodeJS.ReadableStream): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const handle = await open(temporaryName(file), 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporaryName(file), file)
}
