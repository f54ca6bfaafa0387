import { type Rolldown, build } from 'vite'
import { BUILD_TARGET } from './least-browsers.ts'

/** A script of its own, in one file that imports none. `define`: what the build knows, by the name it has in the source. */
export async function buildScript(entry: string, define: Record<string, unknown> = {}): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
    build: { write: false, target: BUILD_TARGET, rolldownOptions: { input: entry, output: { format: 'iife' } } },
  })) as Rolldown.RolldownOutput
  return output[0].code
}
