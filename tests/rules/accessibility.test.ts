import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Test file of each claim on the accessibility page, and a text that the file contains. */
const TESTS: Record<string, [file: string, words: string]> = {
  keyboard: ['tests/browser/keyboard.spec.ts', 'test('],
  rules: ['tests/browser/screens.spec.ts', 'axe'],
  zoom: ['tests/browser/screens.spec.ts', 'width: 320'],
  motion: ['tests/browser/playwright.config.ts', 'reducedMotion'],
  colours: ['tests/browser/colours.spec.ts', 'forcedColors'],
  order: ['tests/screens/screen-reader.test.tsx', 'toMatchFileSnapshot'],
  documents: ['tests/server/pdf-structure.test.ts', 'outline'],
}

test('every feature that the accessibility page describes as tested has a test', () => {
  const [, tested = ''] =
    /const TESTED[^=]*= \[(.*?)\n\]/s.exec(readFileSync('src/routes/accessibility.tsx', 'utf8')) ?? []
  const named = [...tested.matchAll(/\['core\.accessibility\.(\w+)',/g)].map(([, name]) => name)
  expect(named).toEqual(Object.keys(TESTS))
  const comparison = readFileSync('docs/compliance/accessibility.md', 'utf8')
  for (const [file, words] of Object.values(TESTS)) {
    expect(readFileSync(file, 'utf8')).toContain(words)
    expect(comparison).toContain(file)
  }
})
