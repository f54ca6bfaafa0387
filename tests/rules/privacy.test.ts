import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LETTER_DAYS } from '#contract/letter.ts'
import { UNDO_DAYS } from '#contract/client.ts'
import { PRICE_LIST_YEARS } from '#contract/price-list.ts'
import { PHOTO_HOURS } from '#contract/request.ts'
import { AUDIT_YEARS, RETENTION_RULES } from '#contract/retention.ts'
import { SHARE_LINK_DAYS } from '#contract/share-link.ts'
import { SESSION_SECONDS } from '#server/auth/token.ts'
import { GIVEN_UP_KEPT_DAYS } from '#server/mail/given-up.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const [, schema = ''] = /export interface Schema \{\n([^]*?)\n\}/.exec(read('server/db/schema.ts')) ?? []
const TABLES = [...schema.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!)

/** How long the rows of a table are kept, as set in the code. */
const KEPT: Record<string, number> = {
  session: SESSION_SECONDS / 3600,
  shared_card: SHARE_LINK_DAYS,
  letter: LETTER_DAYS,
  given_up_mail: GIVEN_UP_KEPT_DAYS,
  audit: AUDIT_YEARS,
  client_reading: AUDIT_YEARS,
  removal: UNDO_DAYS,
  request_photo: PHOTO_HOURS,
  price_list: PRICE_LIST_YEARS,
}

describe.each(['docs/privacy.md', 'docs/privacy.nl.md'])('the privacy document %s', (file) => {
  const text = read(file)
  const section = (title: RegExp) => text.split(title)[1]?.split(/^#/m)[0] ?? ''
  const rows = section(/^## (?:Stored data|Bewaarde gegevens)$/m)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))

  test('lists each database table exactly once', () => {
    const named = rows.flatMap(([, , tables = '']) => [...tables.matchAll(/`(\w+)`/g)].map(([, name]) => name!))
    expect(TABLES.length).toBeGreaterThan(40)
    expect(named.toSorted()).toEqual(TABLES.toSorted())
  })

  test.each(Object.entries(KEPT))('states the retention period of %s: %i hours, days or years', (table, count) => {
    const row = rows.find(([, , tables = '']) => tables.includes(`\`${table}\``))
    expect(row?.[4]).toMatch(new RegExp(`\\b${count} `))
  })

  test('states the suggested and minimum years for each kind of document', () => {
    const listed = [...text.matchAll(/^\| [^|]*\(`(\w+)`\)[^|]*\| (\d+) *\| (\d+) *\|$/gm)].map(([, ...row]) => row)
    const rules = Object.entries(RETENTION_RULES)
    expect(listed).toEqual(rules.map(([kind, { suggested, least }]) => [kind, `${suggested}`, `${least}`]))
  })

  test('refers only to files that exist', () => {
    const proofs = [...text.matchAll(/`((?:tests|server)\/[\w./-]+\.tsx?)`/g)].map(([, path]) => path!)
    const links = [...text.matchAll(/\]\(([\w.]+\.md)/g)].map(([, path]) => `docs/${path!}`)
    expect(proofs.length).toBeGreaterThan(8)
    expect([...proofs, ...links].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('lists every browser storage key, in the order of the English document', () => {
    const names = (of: string) =>
      [...read(of).matchAll(/^\| `([\w-]+)` *\| (?:cookie|of the|van het) /gm)].map(([, name]) => name)
    expect(names(file).length).toBeGreaterThan(10)
    expect(names(file)).toEqual(names('docs/privacy.md'))
    const files = 'lib/constants.ts features/bulk/client-list-panel.tsx service-worker/release-cache.ts'
    const source = files
      .split(' ')
      .map((name) => read(`src/${name}`))
      .join('')
    const stored = [...source.matchAll(/^(?:export )?const (?:\w*STORAGE|PREFIX|TABS) = '([\w-]+)'/gm)]
    expect(stored).toHaveLength(13)
    expect(names(file)).toEqual(expect.arrayContaining(stored.map(([, name]) => name)))
  })

  test('lists the cookies of the server', () => {
    const cookies = [...text.matchAll(/^\| `([\w-]+)` *\| cookie /gm)].map(([, name]) => name!)
    const set = ['http/xsrf', 'auth/device', 'auth/pending-sign-ins'].map(
      (file) => /const \w+_COOKIE = '([\w-]+)'/.exec(read(`server/${file}.ts`))?.[1],
    )
    expect(cookies).toEqual(set)
  })
})
