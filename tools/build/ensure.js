import { join } from 'node:path'
import { isBuilt } from './built.js'

// Builds the portal where it was never built, or where what it is made of has changed since.

if (!isBuilt()) {
  // Only now: vite is a second of loading that a built portal does not need.
  const { build } = await import('vite')
  await build({ root: join(import.meta.dirname, '../..'), logLevel: 'warn' })
}
