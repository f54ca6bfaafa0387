import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DOCUMENTS, readDocument } from './documents.ts'
import { ROOT } from './import-graph.ts'

/** Number of requirements of each section of OWASP ASVS 5.0.0. */
const ASVS =
  '1.1:2 1.2:10 1.3:12 1.4:3 1.5:3 2.1:3 2.2:3 2.3:5 2.4:2 3.1:1 3.2:3 3.3:5 3.4:8 3.5:8 3.6:1 3.7:5 4.1:5 4.2:5 4.3:2 4.4:4 ' +
  '5.1:1 5.2:6 5.3:3 5.4:3 6.1:3 6.2:12 6.3:8 6.4:6 6.5:8 6.6:4 6.7:2 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:3 7.6:2 8.1:4 8.2:4 ' +
  '8.3:3 8.4:2 9.1:3 9.2:4 10.1:2 10.2:3 10.3:5 10.4:16 10.5:5 10.6:2 10.7:3 11.1:4 11.2:5 11.3:5 11.4:4 11.5:2 11.6:2 11.7:2 ' +
  '12.1:5 12.2:2 12.3:5 13.1:4 13.2:6 13.3:4 13.4:7 14.1:2 14.2:8 14.3:3 15.1:5 15.2:5 15.3:7 15.4:4 16.1:1 16.2:5 16.3:4 ' +
  '16.4:3 16.5:4 17.1:2 17.2:8 17.3:2'

/** Criteria of WCAG 2.2 at the levels A and AA. */
const WCAG =
  '1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 ' +
  '2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8 ' +
  '3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3'

const numbered = (sections: string) =>
  sections.split(' ').flatMap((entry) => {
    const [section, count] = entry.split(':')
    return Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`)
  })

const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())

/** Rows of the tables of a page that begin with the number of a requirement, as cells. */
const rowsOf = (page: string) =>
  [...readDocument(`docs/compliance/${page}`).matchAll(/^\| (?:EN )?\d+(?:\.\d+)* .*\|$/gm)].map(([line]) =>
    cellsOf(line),
  )

const TEST_FILE = /\.(?:test|spec)\.tsx?`|`tests\//
/** A source file in backquotes, with the name of a test in quotes. */
const NAMED = /`((?:tests|server|src|contract|tools)\/[^`]+\.tsx?)`(?: “([^”]+)”)?/g

test('the compliance documents name only tests that exist', () => {
  const pages = DOCUMENTS.filter((file) => file.startsWith('docs/compliance/') || file === 'docs/security.md')
  const named = pages.flatMap((page) => [...readDocument(page).matchAll(NAMED)])
  expect(named.filter(([, , name]) => name !== undefined).length).toBeGreaterThan(100)
  const isWrong = (file: string, name: string) =>
    !existsSync(join(ROOT, file)) || !readDocument(file).includes(name.replaceAll('\\|', '|'))
  expect(named.filter(([, file, name = '']) => isWrong(file!, name)).map(([text]) => text)).toEqual([])
})

describe('the tables of OWASP ASVS 5.0', () => {
  const pages = ['asvs-web.md', 'asvs-identity.md', 'asvs-operation.md']
  const rows = pages.flatMap(rowsOf)

  test('have each requirement once, in order', () => {
    expect(rows.map(([id]) => id)).toEqual(numbered(ASVS))
  })

  test('have a test, a source or a reason in each row', () => {
    const evidence: Record<string, RegExp> = {
      'held (test)': TEST_FILE,
      'held (review)': /`[^`]+`|\]\(/,
      'not held': /\S+ \S+/,
      'not applicable': /\S+ \S+ \S+/,
    }
    expect(rows.filter(([, , , result, text]) => !evidence[result!]?.test(text!))).toEqual([])
  })

  test('are counted correctly in the summaries', () => {
    const results = ['held (test)', 'held (review)', 'not held', 'not applicable']
    const countsOf = (some: string[][]) => results.map((name) => String(some.filter((row) => row[3] === name).length))
    const summary = [...readDocument('docs/compliance/asvs.md').matchAll(/^\| (\[V\d+|level \d|total).*\|$/gm)]
    const counted = summary.map(([line, name = '']) => [name, ...cellsOf(line).slice(1)])
    const chapters = Array.from({ length: 17 }, (_, index) => index + 1)
    expect(counted).toEqual([
      ...chapters.map((chapter) => [`[V${chapter}`, ...countsOf(rows.filter(([id]) => id!.startsWith(`${chapter}.`)))]),
      ['total', ...countsOf(rows)],
      ...[1, 2, 3].map((level) => [`level ${level}`, ...countsOf(rows.filter((row) => row[1] === String(level)))]),
    ])
  })
})

test('the tables of accessibility have each criterion of WCAG 2.2 once, with a test or a reason', () => {
  const rows = rowsOf('accessibility.md')
  const criteria = rows.filter(([, level]) => /^A{1,3}$/.test(level!))
  expect(criteria.filter(([, level]) => level !== 'AAA').map(([id]) => id)).toEqual(WCAG.split(' '))
  const isWrong = (row: string[]) => {
    const [result, text] = row.slice(-2) as [string, string]
    return result === 'tested' ? !TEST_FILE.test(text) && !text.includes('table above') : !/\S+ \S+ \S+/.test(text)
  }
  expect(rows.filter(isWrong)).toEqual([])
  expect(new Set(rows.map((row) => row.at(-2)))).toEqual(new Set(['tested', 'not tested', 'not applicable']))
})
