import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { eachFolder } from '#harness/folders.ts'
import { ALIASES, COMMAND_NAMES, SCRIPTS, referencePages } from '#tools/reference.ts'
import { readDocument } from './documents.ts'

describe('docs/reference', () => {
  test.each(Object.entries(referencePages()))('%s is what `npm run reference` writes', (file, text) => {
    expect(readDocument(file)).toBe(text)
  })

  const folder = eachFolder()
  test('is written by the npm script', () => {
    const [command = '', ...args] = manifest.scripts.reference.split(' ')
    execFileSync(command, [...args, folder.path])
    for (const [file, text] of Object.entries(referencePages()))
      expect(readFileSync(join(folder.path, file), 'utf8')).toBe(text)
  })

  test('describes every npm script', () => {
    expect([...COMMAND_NAMES, ...Object.keys(ALIASES), ...Object.keys(SCRIPTS)].toSorted()).toEqual(
      Object.keys(manifest.scripts).toSorted(),
    )
  })
})
