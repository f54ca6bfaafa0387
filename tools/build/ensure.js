import { join } from 'node:path'
import { isBuilt } from './built.js'

// Builds the portal if there is no build, or if its sources have changed since.

if (!isBuilt()) {
  // Imported lazily: loading Vite takes a second, which a built portal does not need.
  const { build } = await import('vite')
  await build({ root: join(import.meta.dirname, '../..'), logLevel: 'warn' })
}
