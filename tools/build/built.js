import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

// JavaScript, because stripping types would take longer than this check.

const root = join(import.meta.dirname, '../..')
const SOURCES = [
  'src',
  'contract',
  'locales',
  'public',
  'tools/build',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]

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

export const isBuilt = () => Math.max(...SOURCES.map((name) => changedAt(join(root, name)))) <= builtAt()
