import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Samples } from '#server/demo/load.ts'

const FOLDER = path.join(import.meta.dirname, '../demo/files')

export async function readSamples(): Promise<Samples> {
  const names = await readdir(FOLDER)
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, new Uint8Array(await readFile(path.join(FOLDER, name)))] as const),
    ),
  )
}
