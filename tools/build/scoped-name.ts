import { createHash } from 'node:crypto'
import { relative } from 'node:path'

const ROOT = new URL('../..', import.meta.url).pathname

/** The name of a class: one hash for all of a file, which compresses to less than one for each of its names. */
export function scopedName(name: string, file: string): string {
  const path = relative(ROOT, file.replace(/\?.*/, '')).replaceAll('\\', '/')
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
}
