import { globSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { type Plugin, type Rolldown, build } from 'vite'
import manifest from '../../package.json' with { type: 'json' }
import type { ReleaseInfo } from '../build/release-info.ts'

const ENTRIES = ['server/cli/commands.ts', 'server/node/*/*-worker.ts']

/**
 * Compiles the server to JavaScript, one file per source file, and returns the packages it imports. Needed because Node
 * strips no types below `node_modules`, where `npm install -g` installs the server.
 */
export async function buildServer(root: string, outDir: string, release: ReleaseInfo): Promise<string[]> {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [stamp(root, release)],
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        input: globSync(ENTRIES, { cwd: root }).map((file) => join(root, file)),
        output: { preserveModules: true, preserveModulesRoot: root, entryFileNames: '[name].js' },
      },
    },
  })) as Rolldown.RolldownOutput
  const own = new Set(output.map(({ fileName }) => fileName))
  const imported = output.flatMap((file) => (file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : []))
  const packages = imported.filter((id) => !own.has(id) && !id.startsWith('node:') && !builtinModules.includes(id))
  return [...new Set([...packages, ...RESOLVED].map(packageName))].toSorted()
}

/** Writes the commit and its date into the manifest that the server reads. */
const stamp = (root: string, { released, commit }: ReleaseInfo): Plugin => ({
  name: 'release-info',
  load: (id) => (id === join(root, 'package.json') ? JSON.stringify({ ...manifest, released, commit }) : undefined),
})

/** Packages that are not imported; the server reads their files. */
const RESOLVED = [
  '@expo-google-fonts/noto-sans',
  '@expo-google-fonts/noto-sans-math',
  '@expo-google-fonts/noto-sans-symbols',
  '@expo-google-fonts/noto-sans-symbols-2',
  '@expo-google-fonts/pt-sans',
]

const packageName = (id: string) => /^(@[^/]+\/)?[^/]+/.exec(id)![0]
