import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { COMMAND_NAMES, SCRIPTS, referencePages } from '#tools/reference.ts'
import { readDocument } from './documents.ts'

describe('docs/reference', () => {
  test.each(Object.entries(referencePages()))('%s is what `npm run reference` writes', (file, text) => {
    expect(readDocument(file)).toBe(text)
  })

  test('describes every npm script', () => {
    expect([...COMMAND_NAMES, ...Object.keys(SCRIPTS)].toSorted()).toEqual(Object.keys(manifest.scripts).toSorted())
  })
})
