import { type Rolldown, build } from 'vite'
import { BUILD_TARGET } from './minimum-browsers.ts'

/**
 * Builds a separate script as one file without imports. `define` contains values known at build time, by their name in
 * the source.
 */
export async function buildScript(entry: string, define: Record<string, unknown> = {}): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
    build: {
      write: false,
      target: BUILD_TARGET,
      // No module here is imported for its side effects alone.
      rolldownOptions: { input: entry, output: { format: 'iife' }, treeshake: { moduleSideEffects: false } },
    },
  })) as Rolldown.RolldownOutput
  return output[0].code
}
