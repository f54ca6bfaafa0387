import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import { newerInScripts, newerInStyle } from './compat.ts'
import { checked, incompatible } from './checks.ts'
import { BUILD_TARGET, LEAST } from './least-browsers.ts'

const inScript = (code: string) => newerInScripts(new Map([['page', code]])).map(({ feature }) => feature)
const inStyle = (code: string) => newerInStyle('style.css', code).map(({ feature }) => feature)

test('the least of the browsers is one list, and the build has it', () => {
  expect(LEAST).toMatchObject({ chrome: '109', firefox: '115', ios_saf: '16.4' })
  expect(BUILD_TARGET).toEqual(expect.arrayContaining(['chrome109', 'firefox115', 'ios16.4', 'safari16.4']))
})

test('who lacks it is told, and who has it is not', () => {
  expect(newerInScripts(new Map([['page', 'URL.canParse(location)']]))).toEqual([
    {
      file: 'page',
      feature: 'URL.canParse',
      lacking: expect.stringMatching(/^(?=.*chrome 109)(?=.*safari_ios 16\.4)/),
    },
  ])
  expect(newerInScripts(new Map([['page', 'URL.canParse(location)']]))[0]!.lacking).not.toContain('firefox')
})

describe('in a script', () => {
  test.each([
    ['AbortSignal.any([signal])', 'AbortSignal.any'],
    ['Map.groupBy(rows, keyOf)', 'Map.groupBy'],
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['Array.fromAsync(rows)', 'Array.fromAsync'],
    ['rows.toSorted()', '.toSorted()'],
    ['rows?.toReversed()', '.toReversed()'],
    ['one.union(other)', '.union()'],
    ['groups.values().map(nameOf)', 'iterator helper'],
    ['new Intl.DurationFormat("nl")', 'Intl.DurationFormat'],
    ['Temporal.Now.instant()', 'Temporal'],
    ['addEventListener("x",y);navigation.addEventListener("navigate", y)', 'event navigate'],
    ['navigation.addEventListener(`navigate`, y)', 'event navigate'],
    ['/[\\p{L}--[a-z]]/v', 'regular expression, flag v'],
    ['import data from "./data.json" with { type: "json" }', 'import attributes'],
  ])('%s is newer', (code, feature) => {
    expect(inScript(code)).toContain(feature)
  })

  test.each([
    'AbortSignal.timeout(100)',
    'rows.findLast(isOwn)',
    'Object.hasOwn(rows, key)',
    'structuredClone(rows)',
    'rows.at(-1)',
    'Object.values(rows).map(nameOf)',
    '[...groups.values()].map(nameOf)',
    'class Row { static #rows = 0; static { this.#rows = 1 } }',
    '/(?<=a)b/u',
    // Names, and no more.
    'row.Temporal = { Iterator: 1 }',
    // A method of the build itself.
    'class Rows { union(rows) { return rows } }; rows.union(others)',
  ])('%s is not', (code) => {
    expect(inScript(code)).toEqual([])
  })
})

describe('in a style sheet', () => {
  test.each([
    ['.row:has(a) { margin: 0 }', '.row:has(a)'],
    ['.row_a1Bc:has(> .open_-x9_) { margin: 0 }', '.row:has(> .open)'],
    ['a { color: light-dark(#fff, #000) }', 'light-dark()'],
    ['a { background: color-mix(in srgb, red, blue) }', 'color-mix()'],
    ['a { --line: oklch(0.5 0.1 200) }', 'oklch()'],
    // To a browser that does not know it, this is a value like any other.
    ['a { color: #007277; color: lab(var(--light) 0 0) }', 'lab()'],
    ['a { text-wrap: balance }', 'text-wrap: balance'],
    ['a { padding: calc(1lh - 2px) }', 'lh'],
    ['.row { & a { margin: 0 } }', 'nesting'],
    ['@scope (.row) { a { margin: 0 } }', '@scope'],
    ['@starting-style { a { opacity: 0 } }', '@starting-style'],
    ['a { field-sizing: content }', 'field-sizing'],
  ])('%s is newer', (code, feature) => {
    expect(inStyle(code)).toContain(feature)
  })

  test.each([
    'a { height: 100dvh }',
    '@container page (width <= 30rem) { a { margin: 0 } }',
    '@layer components { a:is(:hover, :focus-visible) { inset: 0 } }',
    'a { color: #007277; color: lab(42.9% -31.1 -12.7) }',
    '@supports (color: lab(0% 0 0)) { a { --line: lab(42.9% -31.1 -12.7) } }',
    '@supports not selector(:has(*)) { .row { position: relative } }',
    'p { -webkit-hyphens: auto; hyphens: auto }',
    'a { content: "light-dark(red, blue)" }',
  ])('%s is not', (code) => {
    expect(inStyle(code)).toEqual([])
  })
})

test('what is allowed is allowed in its file only, and not longer than it is there', () => {
  const newer = newerInScripts(new Map([['vendor', 'AbortSignal.any([])']]))
  const allowed = { features: ['AbortSignal.any'], why: 'asked for first' }
  expect(incompatible(newer, [allowed])).toEqual([])
  expect(incompatible(newer, [{ ...allowed, file: 'vendor' }])).toEqual([])
  expect(incompatible(newer, [{ ...allowed, file: 'portal' }])).toEqual([
    expect.stringContaining('vendor has AbortSignal.any'),
    expect.stringContaining('AbortSignal.any is allowed'),
  ])
  expect(incompatible([], [allowed])).toEqual([expect.stringContaining('AbortSignal.any is allowed')])
})

/** Builds pages of these codes, which are all called alike. */
async function buildPages(...codes: string[]): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-compat-'))
  try {
    const pages = codes.map((_, index) => join(folder, `${index}/page.js`))
    for (const [index, page] of pages.entries()) {
      await mkdir(dirname(page))
      await writeFile(page, `window.signal = ${codes[index]}`)
    }
    return await build({
      configFile: false,
      root: folder,
      logLevel: 'silent',
      plugins: [checked([])],
      build: { write: false, target: BUILD_TARGET, rolldownOptions: { input: pages } },
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('a build with something that not all have is refused, and its twin is not', async () => {
  await expect(buildPages('AbortSignal.any([])')).rejects.toThrow('AbortSignal.any')
  await expect(buildPages('AbortSignal.timeout(1)')).resolves.toBeDefined()
})

test('of two chunks that are called alike both are read', async () => {
  await expect(buildPages('AbortSignal.any([])', '1')).rejects.toThrow('AbortSignal.any')
  await expect(buildPages('1', 'AbortSignal.any([])')).rejects.toThrow('AbortSignal.any')
})
