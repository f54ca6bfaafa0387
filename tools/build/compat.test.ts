import { build } from 'vite'
import { expect, test } from 'vitest'
import { newerInScripts, newerInStyle } from './compat.ts'
import { checked, incompatible } from './checks.ts'
import { BUILD_TARGET, MIN_BROWSERS } from './minimum-browsers.ts'

const inScript = (code: string) => newerInScripts(new Map([['page', code]])).map(({ feature }) => feature)
const inStyle = (code: string) => newerInStyle('style.css', code).map(({ feature }) => feature)

test('the build targets the oldest supported browsers', () => {
  expect(MIN_BROWSERS).toMatchObject({ chrome: '109', firefox: '115', ios_saf: '16.4' })
  expect(BUILD_TARGET).toEqual(expect.arrayContaining(['chrome109', 'firefox115', 'ios16.4', 'safari16.4']))
})

test('newerInScripts names the file and the browsers without the feature', () => {
  const [found] = newerInScripts(new Map([['page', 'URL.canParse(location)']]))
  const lacking = expect.stringMatching(/^(?=.*chrome 109)(?=.*safari_ios 16\.4)(?!.*firefox)/)
  expect(found).toEqual({ file: 'page', feature: 'URL.canParse', lacking })
})

test.each([
  ['AbortSignal.any([signal])', 'AbortSignal.any'],
  ['rows.toSorted()', '.toSorted()'],
  ['rows?.toReversed()', '.toReversed()'],
  ['groups.values().map(nameOf)', 'iterator helper'],
  ['new Intl.DurationFormat("nl")', 'Intl.DurationFormat'],
  ['Temporal.Now.instant()', 'Temporal'],
  ['navigation.addEventListener(`navigate`, y)', 'event navigate'],
  ['/[\\p{L}--[a-z]]/v', 'regular expression, flag v'],
])('newerInScripts reports %s', (code, feature) => expect(inScript(code)).toContain(feature))

test.each([
  'AbortSignal.timeout(100); rows.findLast(isOwn); Object.hasOwn(rows, key); rows.at(-1)',
  'Object.values(rows).map(nameOf); [...groups.values()].map(nameOf)',
  'class Row { static #rows = 0; static { this.#rows = 1 } }; /(?<=a)b/u',
  // Property names only.
  'row.Temporal = { Iterator: 1 }',
  // Method of a class in the same script.
  'class Rows { union(rows) { return rows } }; rows.union(others)',
])('newerInScripts accepts %s', (code) => expect(inScript(code)).toEqual([]))

test.each([
  ['.row:has(a) { margin: 0 }', '.row:has(a)'],
  ['.row_a1Bc:has(> .open_-x9_) { margin: 0 }', '.row:has(> .open)'],
  ['a { color: light-dark(#fff, #000) }', 'light-dark()'],
  // Browsers without lab() do not fall back when it contains var().
  ['a { color: #007277; color: lab(var(--light) 0 0) }', 'lab()'],
  ['a { text-wrap: balance }', 'text-wrap: balance'],
  ['a { padding: calc(1lh - 2px) }', 'lh'],
  ['.row { & a { margin: 0 } }', 'nesting'],
  ['@scope (.row) { a { margin: 0 } }', '@scope'],
  ['a { field-sizing: content }', 'field-sizing'],
])('newerInStyle reports %s', (code, feature) => expect(inStyle(code)).toContain(feature))

test.each([
  'a { height: 100dvh; content: "light-dark(red, blue)" }',
  '@container page (width <= 30rem) { a { margin: 0 } }',
  '@layer components { a:is(:hover, :focus-visible) { inset: 0 } }',
  'a { color: #007277; color: lab(42.9% -31.1 -12.7) }',
  '@supports (color: lab(0% 0 0)) { a { --line: lab(42.9% -31.1 -12.7) } }',
  '@supports not selector(:has(*)) { .row { position: relative } }',
  'p { -webkit-hyphens: auto; hyphens: auto }',
])('newerInStyle accepts %s', (code) => expect(inStyle(code)).toEqual([]))

test('incompatible accepts an allowed feature only in its file', () => {
  const newer = newerInScripts(new Map([['vendor', 'AbortSignal.any([])']]))
  const allowed = { features: ['AbortSignal.any'], why: 'has a fallback' }
  expect(incompatible(newer, [allowed])).toEqual([])
  expect(incompatible(newer, [{ ...allowed, file: 'vendor' }])).toEqual([])
  expect(incompatible(newer, [{ ...allowed, file: 'portal' }])).toEqual([
    expect.stringContaining('vendor has AbortSignal.any'),
    expect.stringContaining('AbortSignal.any is allowed'),
  ])
})

const buildPages = (...scripts: string[]) =>
  build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'pages',
        resolveId: (id) => (id.startsWith('/') && id.endsWith('/page.js') ? id : undefined),
        load: (id) => `window.signal = ${scripts[Number(id.split('/')[1])]}`,
      },
      checked([]),
    ],
    build: {
      write: false,
      target: BUILD_TARGET,
      rolldownOptions: { input: scripts.map((_, index) => `/${index}/page.js`) },
    },
  })

test.each([[['AbortSignal.any([])']], [['AbortSignal.any([])', '1']], [['1', 'AbortSignal.any([])']]])(
  'a build with %j in pages of the same name fails',
  async (scripts) => await expect(buildPages(...scripts)).rejects.toThrow('AbortSignal.any'),
)

test('a build with widely supported features succeeds', async () => {
  await expect(buildPages('AbortSignal.timeout(1)')).resolves.toBeDefined()
})
