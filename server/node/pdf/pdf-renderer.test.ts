import { deflateSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Sheet } from '#server/pdf/sheet.ts'
import { createPdfRenderer } from './pdf-renderer.ts'

const SHEET: Sheet = {
  language: 'nl',
  title: 'Factuur',
  name: 'Factuur 2026-00417',
  from: { name: 'DAP De Linde', lines: ['+31 30 555 01 23'] },
  to: ['Anna Yılmaz-Łukasiewicz'],
  facts: [{ label: 'Factuurnummer', value: '2026-00417' }],
  parts: [
    { kind: 'table', columns: [{ label: 'Btw' }, { label: 'Bedrag', figures: true }], rows: [['21%', '€ 1,00']] },
    { kind: 'sums', rows: [{ label: 'Totaal', value: '€ 1,00', strong: true }] },
    { kind: 'note', text: 'Betaald.' },
  ],
}
/** No deadline: the longest delay that a timer can have. */
const NO_DEADLINE = { jobMs: 2 ** 31 - 1, waitMs: Infinity }
const rendererOf = (options?: Parameters<typeof createPdfRenderer>[0]) => {
  const print = createPdfRenderer({ ...NO_DEADLINE, ...options })
  return (sheet: Sheet) => print(sheet, 'a')
}

const latin1 = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1')
const pages = (pdf: Uint8Array) => [...latin1(pdf).matchAll(/\/Type \/Page\b/g)].length
const pictures = (pdf: Uint8Array) => [...latin1(pdf).matchAll(/\/Subtype \/Image\b/g)].length

function pngOf(data: Uint8Array): Uint8Array {
  const chunk = (type: string, content: Uint8Array) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(content.length)
    return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)])
  }
  const header = chunk('IHDR', Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 2, 8, 6, 0, 0, 0))
  const signature = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10)
  return new Uint8Array(Buffer.concat([signature, header, chunk('IDAT', data), chunk('IEND', new Uint8Array())]))
}

const sheetWith = (bytes: Uint8Array, url = crypto.randomUUID() as string): Sheet => ({
  ...SHEET,
  from: { ...SHEET.from, logo: { url, type: 'image/png', bytes } },
})

describe('createPdfRenderer', () => {
  const print = rendererOf()

  test('renders a tagged PDF with its title and language', async () => {
    const pdf = await print(SHEET)
    const text = latin1(pdf)
    expect([text.slice(0, 5), text.trimEnd().slice(-5), pages(pdf)]).toEqual(['%PDF-', '%%EOF', 1])
    expect(text).toContain('(Factuur 2026-00417)')
    expect(text).toContain('/Lang (nl)')
    expect(text).toContain('/Marked true')
    for (const tag of ['H1', 'Table', 'TH', 'TD', 'P']) expect(text).toMatch(new RegExp(`/S /${tag}\\b`))
    expect(latin1(await print({ ...SHEET, language: 'en' }))).toContain('/Lang (en)')
  })

  test('splits long texts and tables over pages', async () => {
    const text = 'Een lange bevinding van de dierenarts. '.repeat(250)
    expect(pages(await print({ ...SHEET, parts: [{ kind: 'text', heading: 'Bevindingen', text }] }))).toBe(3)
    const rows = Array.from({ length: 60 }, (_, index) => [`Middel ${index}`, '1'])
    expect(pages(await print({ ...SHEET, parts: [{ kind: 'table', columns: [{ label: 'Middel' }], rows }] }))).toBe(3)
  })

  test('draws the logo, or nothing if the logo cannot be decoded', async () => {
    const good = deflateSync(Uint8Array.from({ length: 18 }, (_, index) => (index % 9 === 0 ? 0 : 200)))
    const withLogo = (bytes: Uint8Array) => print(sheetWith(bytes))
    expect(pictures(await withLogo(pngOf(good)))).toBeGreaterThan(0)
    for (const bad of [pngOf(Buffer.from('not deflated')), Uint8Array.of(1)]) {
      const pdf = await withLogo(bad)
      expect([pages(pdf), pictures(pdf)]).toEqual([1, 0])
    }
  })

  test('draws two photos in a row, or the text without photos that cannot be decoded', async () => {
    const good = pngOf(deflateSync(new Uint8Array(18)))
    const withPhotos = (...photos: Uint8Array[]) => {
      const pictures = photos.map((bytes, index) => ({ url: `${bytes.length}-${index}`, type: 'image/png', bytes }))
      return print({ ...SHEET, parts: [...SHEET.parts, { kind: 'pictures', alt: 'Wond', pictures }] })
    }
    const pdf = await withPhotos(good, good, good)
    expect(pictures(pdf)).toBeGreaterThanOrEqual(3)
    expect(latin1(pdf)).toContain('(Wond 3)')
    const left = await withPhotos(good, Uint8Array.of(1))
    expect([pages(left), pictures(left)]).toEqual([1, 0])
  })

  test('decodes each logo URL once', async () => {
    const filled = (value: number) =>
      pngOf(deflateSync(Uint8Array.from({ length: 18 }, (_, index) => (index % 9 === 0 ? 0 : value))))
    const drawn = async (value: number, url: string) => {
      const pdf = latin1(await print(sheetWith(filled(value), url)))
      return new Set(pdf.matchAll(/\/Subtype \/Image\b.*?(stream.*?endstream)/gs).map(([, pixels]) => pixels))
    }
    const first = await drawn(200, 'a')
    expect(await drawn(100, 'b')).not.toEqual(first)
    expect(await drawn(100, 'a')).toEqual(first)
  })

  test('omits characters that are in no font', async () => {
    const strange = 'a\0b\u202Ec\r\nd\te 🐾'
    expect(pages(await print({ ...SHEET, to: [strange], parts: [{ kind: 'note', text: strange }] }))).toBe(1)
  })

  test('limits the waiting jobs in total and per practice', async () => {
    const printFor = createPdfRenderer({ ...NO_DEADLINE, maxWaiting: 6, share: 3 })
    const countRejected = async (practices: string[]) => {
      const outcomes = await Promise.allSettled(practices.map((practice) => printFor(SHEET, practice)))
      const rejected = outcomes.filter(({ status }) => status === 'rejected')
      for (const outcome of rejected) expect(outcome).toMatchObject({ reason: { code: 'overloaded' } })
      return rejected.length
    }
    // One task runs and three wait.
    expect(await countRejected(['a', 'a', 'a', 'a', 'a', 'a'])).toBe(2)
    expect(await countRejected(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'])).toBe(2)
  })

  test('rejects a job that has waited too long', async () => {
    const impatient = rendererOf({ waitMs: 0 })
    await expect(Promise.all([impatient(SHEET), impatient(SHEET)])).rejects.toMatchObject({ code: 'overloaded' })
  })

  test('takes jobs of several practices in turn', async () => {
    const printFor = createPdfRenderer(NO_DEADLINE)
    const drawn: string[] = []
    await Promise.all(
      ['a', 'a', 'a', 'a', 'b', 'c', 'c'].map(async (practice) => {
        await printFor(SHEET, practice)
        drawn.push(practice)
      }),
    )
    expect(drawn.join('')).toBe('aabcaca')
  })

  test('rejects only the job that runs out of memory', async () => {
    const small = rendererOf({ heapMb: 24 })
    const rows = Array.from({ length: 150_000 }, (_, index) => [`Middel ${index}`, 'x'.repeat(50)])
    const endless: Sheet = {
      ...SHEET,
      parts: [{ kind: 'table', columns: [{ label: 'Middel' }, { label: 'Dosering' }], rows }],
    }
    const outcomes = await Promise.allSettled([small(endless), small(SHEET)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(outcomes[0]).toMatchObject({ reason: { message: expect.stringContaining('memory') } })
  })
})

afterEach(() => void vi.useRealTimers())

test('createPdfRenderer applies the deadline to each job separately', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const printFor = createPdfRenderer({ ...NO_DEADLINE, jobMs: 3000 })
  const slow = printFor(SHEET, 'a')
  const others = [1, 2, 3].map((second) => {
    const rendered = printFor(SHEET, `b ${second}`)
    vi.advanceTimersByTime(1000)
    return rendered
  })
  await expect(slow).rejects.toMatchObject({ code: 'overloaded' })
  expect((await Promise.all(others)).map(pages)).toEqual([1, 1, 1])
})

test('createPdfRenderer recovers from a job that takes too long', async () => {
  const print = rendererOf({ jobMs: 1 })
  await expect(print(SHEET)).rejects.toMatchObject({ code: 'overloaded' })
  await expect(print(sheetWith(Uint8Array.of(1)))).rejects.toMatchObject({ code: 'overloaded' })
  const patient = rendererOf({ idleMs: 1 })
  expect(pages(await patient(SHEET))).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(pages(await patient(SHEET))).toBe(1)
})
