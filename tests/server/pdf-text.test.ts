import PdfDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { DRAWN, REPLACED, SPACED } from '#harness/hard-strings.ts'
import { pdfStructure } from '#harness/pdf-structure.ts'
import type { Language } from '#contract/languages.ts'
import { makeDemo } from '#server/demo/clinics.ts'
import { createDays } from '#server/demo/days.ts'
import { FONTS } from '#server/node/fonts.ts'
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
const notes = (texts: readonly string[]): Sheet['parts'] => texts.map((text) => ({ kind: 'note', text }))

/** The text of each note, as it is in the file. */
async function drawnNotes(texts: readonly string[], language: Language = 'nl'): Promise<string[]> {
  const { outline } = pdfStructure(await draw({ ...SHEET, language, parts: notes(texts) }, FONTS))
  return outline.slice(4).map((line) => oneMu(line.replace(/^ {2}P ?/, '')))
}

/** The micro sign and the letter mu are one glyph of the font, so one character of the file. */
const oneMu = (text: string) => text.replaceAll('\u00B5', '\u03BC')
const composed = (text: string) => oneMu(text.normalize('NFC'))

test('the list has 300 strings', () => {
  expect(new Set([...DRAWN, ...REPLACED, ...SPACED].map(String)).size).toBeGreaterThanOrEqual(300)
})

test('letters, arrows, check marks and units are in the file, in composed form', async () => {
  expect(await drawnNotes(DRAWN)).toEqual(DRAWN.map(composed))
})

test('decomposed text is drawn composed', async () => {
  expect(await drawnNotes(DRAWN.map((text) => text.normalize('NFD')))).toEqual(DRAWN.map(composed))
})

test('a letter is itself after a document with its accented form', async () => {
  await drawnNotes(['Á Ị →'])
  expect(await drawnNotes(['A I →'])).toEqual(['A I →'])
})

test('bold text has the same characters', async () => {
  const parts: Sheet['parts'] = [
    { kind: 'sums', rows: DRAWN.map((text) => ({ label: 'x', value: text, strong: true })) },
  ]
  const { outline } = pdfStructure(await draw({ ...SHEET, parts }, FONTS))
  const values = outline.flatMap((line) => /^ *TD (.*)$/.exec(line)?.[1] ?? []).map(oneMu)
  expect(values).toEqual(DRAWN.map(composed))
})

test.each(REPLACED)('%j is shown as %j', async (text, shown) => {
  expect(await drawnNotes([text])).toEqual([shown])
})

test('names of scripts are in the language of the document', async () => {
  expect(await drawnNotes(['王小明', 'محمد', '🐾'], 'en')).toEqual(['[Chinese]', '[Arabic]', '(emoji)'])
})

test.each(SPACED)('%j is shown as %j', async (text, shown) => {
  expect((await drawnNotes([text])).map((line) => line.replaceAll(/ {2,}/g, ' '))).toEqual([shown])
})

test('a word that is wider than its line breaks between letters, not within them', async () => {
  const words = ['m̂'.repeat(300), '🄰'.repeat(300), '𝔸'.repeat(300)]
  const [marks, ...others] = await drawnNotes(words)
  expect(marks).toBe(words[0])
  expect(others.join('')).not.toContain('\uFFFD')
})

test('no line is wider than its place', async () => {
  const text = 'met Nguyễn en α-waarden → door; ½–¾ Ħabib/Łódź ✓ '.repeat(60)
  const widest = async (value: string) => {
    const ends: number[] = []
    const prototype: PDFKit.PDFDocument = PdfDocument.prototype
    const { _fragment: own } = prototype
    prototype._fragment = function (this: PDFKit.PDFDocument, part, x, y, options) {
      ends.push(x + this._font.widthOfString(part.trimEnd(), this._fontSize))
      own.call(this, part, x, y, options)
    }
    await draw({ ...SHEET, parts: notes([value]) }, FONTS)
    prototype._fragment = own
    return Math.max(...ends)
  }
  const right = PAGE.width - PAGE.left
  expect(await widest(text)).toBeLessThanOrEqual(right)
  expect(await widest('x'.repeat(2000))).toBeLessThanOrEqual(right)
})

test('titles, names and alternative texts are one line in composed form', async () => {
  const name = 'Nguye\u0302\u0303n\r\n→'
  const pdf = await draw({ ...SHEET, name, title: name, from: { name, lines: [name] }, to: [name] }, FONTS)
  const { outline, artifacts } = pdfStructure(pdf)
  expect(outline.filter((line) => line.includes('Nguyễn'))).toHaveLength(4)
  expect(artifacts[0]).toContain('Nguyễn')
})

test('no fallback font is in a file that needs none', async () => {
  const names = async (text: string) =>
    [
      ...Buffer.from(await draw({ ...SHEET, parts: notes([text]) }, FONTS))
        .toString('latin1')
        .matchAll(/\+(\w+)-/g),
    ]
      .map(([, name = '']) => name)
      .filter((name, index, all) => all.indexOf(name) === index)
      .toSorted()
  expect(await names('Đorđević, Łódź, ½, ≥, €')).toEqual(['PTSans'])
  expect(await names('Nguyễn →')).toEqual(expect.arrayContaining(['NotoSans', 'PTSans']))
})

describe('the demo', () => {
  const texts = new Set<string>()
  function collect(value: unknown): void {
    if (typeof value === 'string') texts.add(value)
    else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part)
  }
  for (const record of makeDemo(createDays(new Date('2026-06-15T10:00:00.000Z')))) collect(record)
  // No names or notes.
  const written = [...texts].filter((text) => !/^[\da-f]{8}-|^\d{4}-\d\d-|@/.test(text))

  test('every name and note is in its file as it is', async () => {
    expect(written.length).toBeGreaterThan(500)
    const expected = written.map((text) => text.normalize('NFC').replaceAll('\n', ' ').trim())
    const drawn = await drawnNotes(written)
    expect(drawn.map((text) => text.replaceAll(/ {2,}/g, ' '))).toEqual(
      expected.map((text) => text.replaceAll(/ {2,}/g, ' ')),
    )
  })
})
