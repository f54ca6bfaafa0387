import type { Files } from '#server/ports.ts'

/**
 * Stores a file and then writes its row. A purge that removes files without a row may have found this key in between, and no longer
 * does once the row is there, so a file that is missing then is stored again.
 */
export async function storeWithRow(
  files: Files,
  { key, content }: { key: string; content: Uint8Array },
  writeRow: () => Promise<unknown>,
): Promise<void> {
  await files.put(key, content)
  await writeRow()
  if ((await files.sizeOf(key)) === undefined) await files.put(key, content)
}
