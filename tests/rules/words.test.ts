import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#contract/languages.ts'
import { readTexts } from '#tools/build/messages.ts'
import {
  type Reading,
  bareNumbers,
  informal,
  isError,
  lacksNextStep,
  longSentences,
  readCode,
  readHtml,
  readMessage,
  unusualWords,
} from './words.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

const messages = LANGUAGES.flatMap((language) =>
  [...readTexts(language), ...readTexts(`server.${language}`)].flatMap(([id, message]) =>
    readMessage(language, id, message),
  ),
)
const all = [...messages, ...readHtml('index.html', read('index.html'))]
/** Texts for owners. Only staff read messages with an id that begins with `admin.`. */
const ofOwners = all.filter(({ where }) => !where.startsWith('admin.'))

const UNUSUAL_WORDS_ALLOWED: [where: RegExp, reason: string][] = [
  [/^client\.logbook\.medicine\.|^herd\./, 'the law has these words, and a keeper shows the logbook'],
  [/^export\.field\.channel$/, 'the same law'],
  [/^core\.headers\.notAuthorised$/, 'the specification calls the page so'],
]

/** Error messages without a next step, with the reason. */
const NO_NEXT_STEP: Record<string, string> = {
  'admin.forms.filter.cancelled': 'no error: a filter',
  'admin.forms.state.cancelled': 'no error: the state of a form',
  'client.forms.closed.cancelled': 'no error: there is nothing to do',
  'client.forms.states.cancelled': 'no error: the state of a form',
  'admin.audit.actions.form-cancelled': 'no error: an action of staff',
  'admin.webhooks.types.form.cancelled': 'no error: a type of event',
  'admin.audit.notKept': 'no error: what this portal does not have',
  'admin.clients.conflict': 'says the state of a row; its message has the step',
  'admin.invitations.states.failed': 'no error of this screen: the state of a mail',
  'admin.requests.notSent': 'the title above it',
  'admin.undo.gone': 'no error: what does not come back',
  'core.validation.invalidPassword': 'the rules stand at the field',
  'core.validation.required': 'fixed by the specification',
}

const faults = (texts: readonly Reading[], faultsOf: (text: Reading) => string[]) => [
  ...new Set(texts.flatMap((text) => faultsOf(text).map((each) => `${text.where} (${text.language}): ${each}`))),
]

test('server code contains no user-visible texts outside the message files', () => {
  // Code that reads exports contains the words of practice systems.
  const files = globSync('server/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|^server\/(demo|cli|db|import\/normalise)\//.test(file),
  )
  expect(files.flatMap((file) => readCode(file, read(file)))).toEqual([])
})

test('owner texts have sentences of at most twenty words', () => {
  expect(faults(ofOwners, longSentences)).toEqual([])
})

test('owner texts contain no specialist words', () => {
  const checked = ofOwners.filter(({ where }) => !UNUSUAL_WORDS_ALLOWED.some(([place]) => place.test(where)))
  expect(faults(checked, unusualWords)).toEqual([])
})

test('Dutch texts address the reader formally', () => {
  expect(faults(all, informal)).toEqual([])
})

test('numbers in texts have a unit', () => {
  expect(faults(all, bareNumbers)).toEqual([])
})

test('error texts name a next step', () => {
  const errors = messages.filter(({ where }) => isError(where))
  expect(errors.length).toBeGreaterThan(100)
  const without = errors.filter(lacksNextStep)
  const wrong = without.filter(({ where }) => !(where in NO_NEXT_STEP))
  expect(faults(wrong, ({ text }) => [text])).toEqual([])
  expect(Object.keys(NO_NEXT_STEP).filter((id) => !without.some(({ where }) => where === id))).toEqual([])
})

describe('the text checks', () => {
  const nl = (text: string, where = 'client.example') => readMessage('nl', where, text)
  const en = (text: string, where = 'client.example') => readMessage('en', where, text)
  const words = (count: number) => `${Array.from({ length: count }, () => 'dier').join(' ')}.`

  test('expand every plural and select option of a message', () => {
    const texts = nl(
      `{count, plural, one {${words(20)}} other {${words(21)} {kind, select, a {Kort.} other {${words(22)}}}}}`,
    )
    expect(texts.flatMap(longSentences).map((fault) => fault.slice(0, 8))).toEqual(['21 words', '21 words', '22 words'])
  })

  test('extract the texts in code and in HTML', () => {
    const source = `const DUTCH = { a: \`\${x} ${words(20)}\` }; const W = { nl: 'Uw sessie', en: () => ['Your session'] }; const log = 'a token'`
    const texts = readCode('a.ts', source)
    expect(texts.flatMap(longSentences)).toHaveLength(1)
    expect(texts.flatMap(unusualWords)).toHaveLength(2)
    expect(readHtml('a.html', '<p lang="nl">Uw sessie.</p>').flatMap(unusualWords)).toHaveLength(1)
  })

  test.each(['Uw sessie is verlopen.', 'De entingen van Bo', 'URL:'])('report an unusual word in: %s', (text) => {
    expect(nl(text).flatMap(unusualWords)).toHaveLength(1)
  })

  test.each(['Kies daar ‘Via URL’.', '{token} is gekopieerd.', 'Obsessie'])('report no unusual word in: %s', (text) => {
    expect(nl(text).flatMap(unusualWords)).toEqual([])
  })

  test.each(['Kies je dier.', 'Wilt u dat jouw dier komt?', 'Dan kan U verder.', 'u hebt', 'Bij Uw praktijk'])(
    'report an informal or mixed form of address in: %s',
    (text) => {
      expect(nl(text).flatMap(informal)).toHaveLength(1)
    },
  )

  test('accept formal Dutch and English', () => {
    expect([...nl('U heeft iets. Uw dier is bij u.'), ...en('je suis')].flatMap(informal)).toEqual([])
  })

  test('report a number without a unit in a value, a text or a label', () => {
    const bare = [...nl('Nog {days} te gaan'), ...nl('{count, plural, other {# gram}} {kg}'), ...nl('Wacht 30.')]
    const labels = nl('Duur', 'client.durationDays')
    expect([...bare, ...labels].filter((text) => bareNumbers(text).length === 0)).toEqual([])
    const whole = [...nl('Nog {days} dagen'), ...en('{days} working days'), ...nl('{kg} kg'), ...nl('Wacht 30 dagen.')]
    expect([...whole, ...nl('Duur in dagen', 'client.durationDays')].flatMap(bareNumbers)).toEqual([])
  })

  test('report an error without a next step', () => {
    const ids = ['core.problems.conflict', 'client.photoTooLarge', 'client.notFound', 'client.notFoundTitle']
    expect(ids.map(isError)).toEqual([true, true, true, false])
    const without = [...nl('Dit is niet gelukt.'), ...nl('De deur is open.'), ...en('It failed.')]
    expect(without.filter(lacksNextStep)).toHaveLength(3)
    const complete = [...nl('Mislukt. Probeer het opnieuw.'), ...en('It failed: please try again.')]
    expect(complete.filter(lacksNextStep)).toEqual([])
  })
})
