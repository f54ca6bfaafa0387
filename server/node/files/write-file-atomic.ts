import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'

export const temporaryName = (file: string) => path.join(path.dirname(file), `.${path.basename(file)}.unfinished`)

/**
 * Writes a file atomically with mode 0600: temporary file, fsync, rename, fsync of the folder. The temporary name
 * derives from the file name, so a retry overwrites the remains of a crash. Writers of one file that may overlap give
 * names of their own.
 */
export async function writeFileAtomic(
  file: string,
  content: Uint8Array | NodeJS.ReadableStream | AsyncIterable<Uint8Array>,
  temporary = temporaryName(file),
): Promise<void> {
  const made = await mkdir(path.dirname(file), { recursive: true })
  if (made !== undefined) await syncFolder(path.dirname(made))
  const handle = await open(temporary, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
  await syncFolder(path.dirname(file))
}

/** Makes a rename survive a power cut. Windows has no such call and does not need one. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
