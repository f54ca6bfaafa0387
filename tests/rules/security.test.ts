import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')

test('docs/security.md names only files that exist', () => {
  const named = [...text.matchAll(/`((?:tests|server|src|contract)\/[\w./-]+\.tsx?)`/g)].map(([, file]) => file!)
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('docs/security.md has one row for each level 2 requirement of chapters 6 and 7', () => {
  const rows = [...text.matchAll(/^\| (\d\.\d\.\d+) /gm)].map(([, id]) => id!)
  expect(rows).toEqual([...new Set(rows)])
  // Section numbers with their number of requirements of levels 1 and 2.
  const sections = '6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2'
  const wanted = sections.split(' ').flatMap((entry) => {
    const [section, count] = entry.split(':')
    return Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`)
  })
  expect(wanted).toHaveLength(53)
  expect(rows).toEqual(expect.arrayContaining(wanted))
})
