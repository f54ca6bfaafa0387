import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

// Before `npm start`: builds the portal where it was never built, or where what it is made of has changed since. Not TypeScript,
// for stripping the types takes longer than this.

const root = join(import.meta.dirname, '..')
const SOURCES = ['src', 'contract', 'locales', 'public', 'build', 'index.html', 'vite.config.ts', 'package-lock.json']

function changedAt(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => changedAt(join(path, name))))
}

function builtAt() {
  try {
    return statSync(join(root, 'dist/index.html')).mtimeMs
  } catch {
    return 0
  }
}

const sources = Math.max(...SOURCES.map((name) => changedAt(join(root, name))))
if (sources > builtAt()) {
  // Only now: vite is a second of loading that a built portal does not need.
  const { build } = await import('vite')
  await build({ root, logLevel: 'warn' })
}
