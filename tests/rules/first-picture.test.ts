import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readTexts } from '#tools/build/messages.ts'
import { hexOf, valuesOf } from './token-colours.ts'

// Browsers read index.html and the manifests without a style sheet, so they repeat values of tokens.css and of the texts.

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const PAGE = read('index.html')
const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
const declared = (rules = '') =>
  [...rules.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, token = '', value = '']) => [token, inOneLine(value)] as const)

test.each([
  ['oklch(1 0 0)', '#ffffff'],
  ['oklch(0 0 0)', '#000000'],
  ['oklch(0.628 0.2577 29.23)', '#ff0000'],
  ['oklch(0.8664 0.2948 142.5)', '#00ff00'],
  ['oklch(0.452 0.3132 264.05)', '#0000ff'],
])('hexOf(%s) is %s', (oklch, hex) => {
  expect(hexOf(oklch)).toBe(hex)
})

test('index.html uses the colours of tokens.css in both themes', () => {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(PAGE) ?? []
  const [, light, dark] = /:root \{([^}]*)\}\s*@media \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/.exec(
    style,
  )!
  const tokens = declared(light)
  expect(tokens.length).toBeGreaterThan(10)
  expect(tokens).toEqual(tokens.map(([token]) => [token, valuesOf(token).light]))
  const themed = tokens.map(([token]) => token).filter((token) => valuesOf(token).light !== valuesOf(token).dark)
  expect(declared(dark)).toEqual(themed.map((token) => [token, valuesOf(token).dark]))
  const used = new Set([...style.matchAll(/var\((--[\w-]+)\)/g)].map(([, token]) => token))
  expect(used).toEqual(new Set(tokens.map(([token]) => token)))
})

test('index.html uses the colour of the header as theme-color', () => {
  const { light, dark } = valuesOf('--surface-panel')
  for (const [scheme, colour] of [
    ['light', light],
    ['dark', dark],
  ])
    expect(PAGE).toContain(`<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${colour}" />`)
})

describe.each(['nl', 'en'] as const)('the web app manifest in %s', (language) => {
  const manifest = JSON.parse(read(`public/manifest.${language}.webmanifest`)) as Record<string, unknown> & {
    shortcuts: { name: string; url: string }[]
  }
  const texts = readTexts(language)

  test('contains the names of the portal and its pages', () => {
    const name = texts.get('core.appName')
    expect(manifest).toMatchObject({ id: '/', lang: language, name, short_name: name })
    expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
      [texts.get('client.nav.reminders'), '/client/portal/reminders'],
      [texts.get('client.nav.patients'), '/client/patients'],
    ])
  })

  test('contains the colours of the light theme', () => {
    expect(manifest).toMatchObject({
      theme_color: valuesOf('--surface-panel').light,
      background_color: valuesOf('--surface-page').light,
    })
  })
})
