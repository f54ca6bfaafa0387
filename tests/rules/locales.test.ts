import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type MessageFormatElement,
  TYPE,
  isPluralElement,
  isSelectElement,
  parse,
} from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { IMPORT_REASONS, KEY_PURPOSES } from '#contract/imports.ts'
import { PASSWORD_RULES } from '#contract/password.ts'
import { PROBLEMS } from '#contract/problem.ts'
import { REMINDER_STATUSES } from '#contract/reminder.ts'
import { compileMessages, readTexts } from '#tools/build/messages.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const LANGUAGES = ['nl', 'en'] as const

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const sources = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT })
    .filter((file) => !/\.test\.|routeTree\.gen/.test(file))
    .map(read)
    .join('\n')

const nl = readTexts('nl')
const en = readTexts('en')
const texts = { nl, en }
const ids = [...new Set([...nl.keys(), ...en.keys()])].sort()

const under = (prefix: string, keys: string) => keys.split(' ').map((key) => `${prefix}.${key}`)

/** Keys that the specification names, and those that others rely on. */
const PROMISED = [
  'admin.practice.removeAllClients',
  'auth.errors.loginDetails',
  'auth.text.loginExpired',
  'client.reminders.active',
  'client.reminders.notActive',
  'core.appName',
  'core.errors.generalError',
  'core.errors.httpError',
  'core.headers.notAuthorised',
  'core.headers.pageNotFound',
  'core.pager.next',
  'core.pager.previous',
  'core.text.notAuthorised',
  'core.text.notAvailable',
  'core.text.pageNotFound',
  'core.text.requiredField',
  ...under('admin.clients', 'registered unregistered register lock unlock delete impersonate'),
  ...under('admin.nav', 'dashboard clients practice'),
  ...under('client.invoices', 'paid unpaid all'),
  ...under('client.nav', 'reminders patients invoices visitForms attachments settings'),
  ...under('core.buttons', 'back retry save cancel confirm'),
  ...under('core.header', 'login logout forgotPassword returnToAdmin menu language'),
]

/** What makes an id of its parts: the prefix, and what can stand behind it. */
const MADE_UP: Record<string, readonly string[]> = {
  // Every flag of the contract may have a text, and one that a form makes of a problem; without one a field says that it has to
  // be checked.
  'core.validation.': [
    ...[...sources('contract').matchAll(/'([a-z]\w+)'/gi)].map(([, flag]) => flag!),
    'changedMeanwhile',
    'codeInvalid',
    'currentPasswordInvalid',
    'dateTooEarly',
    'dateTooLate',
    'invalidTime',
    'nothingChanged',
    'passwordUnchanged',
    'alreadyStaff',
    'nothingChanged',
  ],
  // What stands in place of a page.
  'core.headers.': ['error', 'newVersion', 'slow'],
  'core.text.': ['error', 'newVersion', 'slow'],
  'core.problems.': [
    'second-factor-needed',
    'second-factor-required',
    'second-factor-missing',
    'last-admin',
    'last-way-in',
    'client-locked',
    'conflict',
    'forbidden',
    'letter-invalid',
    'mailed-recently',
    'not-found',
    'overloaded',
    'practice-locked',
    'quota-full',
    'rate-limited',
    'request-closed',
    'request-not-taken',
    'storage-full',
    'unavailable',
    'xsrf',
  ],
  'admin.imports.purposes.': KEY_PURPOSES,
  'admin.imports.reasons.': IMPORT_REASONS,
  'auth.rules.': PASSWORD_RULES,
  'admin.dashboard.': ['morning', 'afternoon', 'evening'],
  'client.reminders.status.': REMINDER_STATUSES,
}

/** The arguments of a message with their types; those of a choice with what there is to choose, but not how many. */
function argumentsOf(elements: MessageFormatElement[]): string[] {
  const found = elements.flatMap((element): string[] => {
    if (isSelectElement(element)) {
      const options = Object.keys(element.options).sort().join(' ')
      const inner = Object.values(element.options).flatMap(({ value }) => argumentsOf(value))
      return [`${element.value}: select ${options}`, ...inner]
    }
    if (isPluralElement(element)) {
      const inner = Object.values(element.options).flatMap(({ value }) => argumentsOf(value))
      return [`${element.value}: ${element.pluralType}`, ...inner]
    }
    return element.type === TYPE.literal || element.type === TYPE.pound
      ? []
      : [`${element.value}: ${TYPE[element.type]}`]
  })
  return [...new Set(found)].sort()
}

const argumentsIn = (language: 'nl' | 'en') =>
  Object.fromEntries(
    [...texts[language]].map(([id, text]) => [id, argumentsOf(parse(text, { ignoreTag: true }))] as const),
  )

describe.each(LANGUAGES)('%s', (language) => {
  const file = read(`locales/${language}.json`)
  const tree: unknown = JSON.parse(file)

  test('stands in its file as it is read: no key twice, nothing but texts, two blanks a level', () => {
    expect(`${JSON.stringify(tree, null, 2)}\n`).toBe(file)
    expect(file).not.toMatch(/: (\[|\d|null|true|false)/)
  })

  test('has its keys in order', () => {
    const unsorted: string[] = []
    JSON.stringify(tree, (key, value: unknown) => {
      const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
      if (keys.join() !== keys.toSorted().join()) unsorted.push(key || 'the file')
      return value
    })
    expect(unsorted).toEqual([])
  })

  test('has no empty text, and none with blanks at its ends', () => {
    expect([...texts[language]].filter(([, text]) => text === '' || text !== text.trim())).toEqual([])
  })

  test('has no HTML', () => {
    expect([...texts[language]].filter(([, text]) => /<\/?[a-z!]|&(\w+|#\d+);/i.test(text))).toEqual([])
  })

  test('is ICU that can be compiled', () => {
    const refused = [...texts[language]].flatMap(([id, text]) => {
      try {
        parse(text, { ignoreTag: true })
        return []
      } catch (error) {
        return [`${id}: ${String(error)}`]
      }
    })
    expect(refused).toEqual([])
    expect(Object.keys(compileMessages(language)).sort()).toEqual(ids)
  })
})

test('both languages have the same keys', () => {
  expect({ nl: ids.filter((id) => !nl.has(id)), en: ids.filter((id) => !en.has(id)) }).toEqual({ nl: [], en: [] })
})

test('a message takes the same arguments in both languages', () => {
  expect(argumentsIn('en')).toEqual(argumentsIn('nl'))
})

test('every key is there that the specification names or others rely on', () => {
  expect(PROMISED.filter((id) => !nl.has(id) || !en.has(id))).toEqual([])
})

test('texts that are fixed', () => {
  expect([en.get('core.text.requiredField'), nl.get('core.text.requiredField')]).toEqual([
    'Required Field.',
    'Verplicht veld.',
  ])
  expect([en.get('core.appName'), nl.get('core.appName')]).toEqual(['Dierenportaal', 'Dierenportaal'])
  expect(argumentsIn('nl')['core.errors.httpError']).toEqual(['status: argument'])
})

test('every message is used by the portal', () => {
  const portal = sources('src')
  const madeUp = Object.entries(MADE_UP).flatMap(([prefix, endings]) => {
    expect(portal, `${prefix} is no longer made up`).toContain(`\`${prefix}\${`)
    return endings.map((ending) => prefix + ending)
  })
  const used = new Set([
    ...PROMISED,
    ...madeUp,
    ...[...portal.matchAll(/['"]([a-z]+(?:\.\w+)+)['"]/gi)].map(([, id]) => id!),
  ])
  expect(ids.filter((id) => !used.has(id))).toEqual([])
})

test('a sentence about a problem is about one of the contract', () => {
  expect(MADE_UP['core.problems.']!.filter((code) => !(code in PROBLEMS))).toEqual([])
})

test('what is made up of parts has a text for every part', () => {
  const always = Object.entries(MADE_UP).filter(([prefix]) => prefix !== 'core.validation.')
  const made = always.flatMap(([prefix, endings]) => endings.map((ending) => prefix + ending))
  expect(made.filter((id) => !nl.has(id))).toEqual([])
})
