import PdfDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { DRAWN, REPLACED, SPACED } from '#harness/hard-strings.ts'
import { pdfStructure } from '#harness/pdf-structure.ts'
import type { Language } from '#contract/languages.ts'
import { makeDemo } from '#server/demo/clinics.ts'
import { createDays } from '#server/demo/days.ts'
import { FONTS } from '#server/node/pdf/fonts.ts'
import { draw } from '#server/pdf/draw.ts'
import { PAGE } from '#server/pdf/page.ts'
import type { Sheet } from '#server/pdf/sheet.ts'

const SHEET: Sheet = {
  language: 'nl',
  title: 'T',
  name: 'N',
  from: { name: 'P', lines: [] },
  to: [],
  facts: [],
  parts: [],
}
const drawNotes = (texts: readonly string[], language: Language = 'nl') =>
  draw({ ...SHEET, language, parts: texts.map((text) => ({ kind: 'note', text })) }, FONTS)

async function drawnNotes(texts: readonly string[], language?: Language): Promise<string[]> {
  const { outline } = pdfStructure(await drawNotes(texts, language))
  return outline.slice(3).map((line) => oneMu(line.replace(/^ {2}P ?/, '')))
}

/** The font has one glyph for the micro sign and the letter mu, so the PDF has one character for both. */
const oneMu = (text: string) => text.replaceAll('\u00B5', '\u03BC')
const composed = (text: string) => oneMu(text.normalize('NFC'))
const singleSpaced = (text: string) => text.replaceAll(/ {2,}/g, ' ')

test('a PDF contains letters, arrows, check marks and units in composed form', async () => {
  const expected = DRAWN.map(composed)
  expect(await drawnNotes(DRAWN)).toEqual(expected)
  expect(await drawnNotes(DRAWN.map((text) => text.normalize('NFD')))).toEqual(expected)
})

test('a PDF contains a plain letter after an earlier PDF had the accented letter', async () => {
  await drawnNotes(['Á Ị →'])
  expect(await drawnNotes(['A I →'])).toEqual(['A I →'])
})

test('a PDF contains the same characters in bold', async () => {
  const rows = DRAWN.map((value) => ({ label: 'x', value, strong: true }))
  const { outline } = pdfStructure(await draw({ ...SHEET, parts: [{ kind: 'sums', rows }] }, FONTS))
  const values = outline.flatMap((line) => /^ *TD (.*)$/.exec(line)?.[1] ?? []).map(oneMu)
  expect(values).toEqual(DRAWN.map(composed))
})

test('a PDF replaces unsupported scripts, emoji and blanks', async () => {
  expect(await drawnNotes(REPLACED.map(([text]) => text))).toEqual(REPLACED.map(([, shown]) => shown))
  const spaced = await drawnNotes(SPACED.map(([text]) => text))
  expect(spaced.map(singleSpaced)).toEqual(SPACED.map(([, shown]) => shown))
  expect(await drawnNotes(['王小明', 'محمد', '🐾'], 'en')).toEqual(['[Chinese]', '[Arabic]', '(emoji)'])
})

test('a PDF breaks a word that is wider than its line', async () => {
  const words = ['m̂'.repeat(300), '🄰'.repeat(300), '𝔸'.repeat(300)]
  const [marks, ...others] = await drawnNotes(words)
  expect(marks).toBe(words[0])
  expect(others.join('')).not.toContain('\uFFFD')
})

test('a PDF has no line beyond the margin', async () => {
  const ends: number[] = []
  const prototype: PDFKit.PDFDocument = PdfDocument.prototype
  const { _fragment: own } = prototype
  prototype._fragment = function (this: PDFKit.PDFDocument, part, x, y, options) {
    ends.push(x + this._font.widthOfString(part.trimEnd(), this._fontSize))
    own.call(this, part, x, y, options)
  }
  try {
    await drawNotes(['met Nguyễn en α-waarden → door; ½–¾ Ħabib/Łódź ✓ '.repeat(60), 'x'.repeat(2000)])
  } finally {
    prototype._fragment = own
  }
  expect(ends.length).toBeGreaterThan(50)
  expect(Math.max(...ends)).toBeLessThanOrEqual(PAGE.width - PAGE.left)
})

test('a PDF has titles, names and alternative texts in composed form', async () => {
  const name = 'Nguye\u0302\u0303n\r\n→'
  const pdf = await draw({ ...SHEET, name, title: name, from: { name, lines: [name] }, to: [name] }, FONTS)
  const { outline, artifacts } = pdfStructure(pdf)
  expect(outline.filter((line) => line.includes('Nguyễn'))).toHaveLength(4)
  expect(artifacts[0]).toContain('Nguyễn')
})

test('a PDF contains a fallback font only when needed', async () => {
  const fonts = async (text: string) => {
    const names = Buffer.from(await drawNotes([text]))
      .toString('latin1')
      .matchAll(/\+(\w+)-/g)
    return [...new Set(Array.from(names, ([, name = '']) => name))].toSorted()
  }
  expect(await fonts('Đorđević, Łódź, ½, ≥, €')).toEqual(['PTSans'])
  expect(await fonts('Nguyễn →')).toEqual(expect.arrayContaining(['NotoSans', 'PTSans']))
})

test('a PDF contains every character of the demo data', async () => {
  const texts = new Set<string>()
  function collect(value: unknown): void {
    if (typeof value === 'string') texts.add(value.normalize('NFC').replaceAll('\n', ' ').trim())
    else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part)
  }
  for (const record of makeDemo(createDays(new Date('2026-06-15T10:00:00.000Z')))) collect(record)
  const seen = new Set<string>()
  const chosen = [...texts].filter((text) => {
    const { size } = seen
    for (const character of text) seen.add(character)
    return seen.size > size
  })
  expect(chosen.length).toBeGreaterThan(20)
  expect((await drawnNotes(chosen)).map(singleSpaced)).toEqual(chosen.map(composed).map(singleSpaced))
})
