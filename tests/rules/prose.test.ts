import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { DOCUMENTS, readDocument } from './documents.ts'
import { commentsWithoutSubject, hasMetaphor, hidesSubject, sentencesOf } from './prose.ts'
import { ROOT } from './import-graph.ts'
import { informal, longSentences } from './words.ts'

/** Releases of the past and generated pages keep their words. */
const KEPT = /^CHANGELOG\.md$|^docs\/reference\/|\.nl\.md$/
const SOURCES = '{src,server,contract,mocks,tools,tests,deploy}/**/*.{ts,tsx,js,cjs}'

/** Returns the entries of the changelog for the next release. */
const newEntries = () => /^## .*?(?=^## )/ms.exec(readDocument('CHANGELOG.md'))?.[0] ?? ''

describe('documents', () => {
  const texts = [...DOCUMENTS.filter((file) => !KEPT.test(file)).map(readDocument), newEntries()]
  const sentences = texts.flatMap(sentencesOf)

  test('contain no metaphors for mechanisms', () => {
    expect(sentences.filter(hasMetaphor)).toEqual([])
  })

  test('name the subject of each sentence', () => {
    expect(sentences.filter(hidesSubject)).toEqual([])
  })

  test('have sentences of at most twenty words', () => {
    const long = sentences.flatMap((text) => longSentences({ language: 'en', where: '', text }))
    expect(long).toEqual([])
  })

  test('address Dutch readers formally', () => {
    const dutch = DOCUMENTS.filter((file) => file.endsWith('.nl.md')).flatMap((file) => sentencesOf(readDocument(file)))
    expect(dutch.flatMap((text) => informal({ language: 'nl', where: '', text }))).toEqual([])
  })
})

test('comments name their subject', () => {
  const files = globSync(SOURCES, { cwd: ROOT })
  const found = files.flatMap((file) => commentsWithoutSubject(readFileSync(path.join(ROOT, file), 'utf8')))
  expect(found).toEqual([])
})

describe('prose checks', () => {
  test('report a sentence without a subject, except a question', () => {
    expect(['Of all its pages.', 'What is it?', 'Whatever works.'].map(hidesSubject)).toEqual([true, false, false])
    expect(commentsWithoutSubject('  // Of its pages.\n/** Cache key. */\n/** Whose client it is. */')).toHaveLength(2)
  })

  test('report a metaphor', () => {
    expect(['The client is told of it.', 'The client receives it.'].map(hasMetaphor)).toEqual([true, false])
  })
})
