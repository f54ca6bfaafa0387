import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = path.join(import.meta.dirname, '../../src/ui/fonts')

test('the fonts of the portal together have at most 90 kB', () => {
  const files = globSync('*.woff2', { cwd: FOLDER })
  expect(files).toHaveLength(4)
  expect(files.reduce((sum, file) => sum + statSync(path.join(FOLDER, file)).size, 0)).toBeLessThanOrEqual(90_000)
})

test('every font has a face of a family that the tokens name first', () => {
  const faces = readFileSync(path.join(FOLDER, 'load-fonts.ts'), 'utf8')
  const tokens = readFileSync(path.join(FOLDER, '../tokens.css'), 'utf8')
  for (const family of ['Source Sans 3 Variable', 'Newsreader Variable']) {
    expect(faces.split(`'${family}'`)).toHaveLength(3)
    expect(tokens).toMatch(new RegExp(`--font-(text|title):\\s*'${family}'`))
  }
})
