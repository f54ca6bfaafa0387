import { join, relative, sep } from 'node:path'
import { type Rolldown, build } from 'vite'
import { ROOT } from '#harness/server-process.ts'
import { CACHE } from './servers.ts'

export interface Module {
  /** Its path from the project's folder. */
  id: string
  /** The package it is of; `portal` for what is our own. */
  name: string
  length: number
}
export type Contents = Map<string, Module[] | undefined>

/** What each script of the portal is made of, by its path, after a build beside `dist/`: the same sources, the same names. */
export async function contentsOfChunks(): Promise<Contents> {
  const built = (await build({
    root: ROOT,
    logLevel: 'error',
    build: { outDir: relative(ROOT, join(CACHE, 'dist')), emptyOutDir: true },
  })) as Rolldown.RolldownOutput
  return new Map(
    built.output.map((file) => [
      `/${file.fileName}`,
      // What a plugin wrote is of no modules.
      Object.entries(file.type === 'chunk' ? file.modules : {}).map(([path, { renderedLength }]) =>
        moduleOf(path, renderedLength),
      ),
    ]),
  )
}

function moduleOf(path: string, length: number): Module {
  const id = relative(ROOT, path.replaceAll('\0', '')).split(sep).join('/')
  const [, name = 'portal'] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? []
  return { id, name, length }
}
