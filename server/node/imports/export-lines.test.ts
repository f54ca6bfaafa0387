import { gzipSync } from 'node:zlib'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Line, isGzipFile, linesOf } from './export-lines.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'portal-lines-'))
})
afterEach(async () => await rm(folder, { recursive: true, force: true }))

async function read(content: string | Uint8Array, isGzip = false) {
  const file = path.join(folder, 'export.jsonl')
  await writeFile(file, content)
  let bytes = 0
  const lines: Line[] = []
  for await (const batch of linesOf(file, { read: (more) => (bytes += more), isGzip })) lines.push(...batch)
  return { lines, bytes }
}

test('linesOf numbers lines and skips empty ones', async () => {
  expect(await read('\uFEFFa\r\n\n  \nb\nc')).toEqual({
    lines: [
      { number: 1, text: 'a\r' },
      { number: 4, text: 'b' },
      { number: 5, text: 'c' },
    ],
    bytes: 13,
  })
  expect(await read('')).toEqual({ lines: [], bytes: 0 })
})

test.each([
  ['plain text', '{}\n', false],
  ['gzip', gzipSync('{}\n'), true],
  ['nothing', '', false],
])('isGzipFile recognises %s', async (_, content, isGzip) => {
  const file = path.join(folder, 'export.jsonl')
  await writeFile(file, content)
  expect(isGzipFile(file)).toBe(isGzip)
})

test('linesOf joins a line that spans several chunks', async () => {
  const long = 'é'.repeat(400_000)
  const { lines } = await read(`${long}\n${long}\nend\n`)
  expect(lines).toEqual([
    { number: 1, text: long },
    { number: 2, text: long },
    { number: 3, text: 'end' },
  ])
})

test('linesOf reports an unreadable line and continues with the next', async () => {
  const { lines } = await read(
    Buffer.concat([Buffer.from('a\n'), Buffer.from([0xff, 10]), Buffer.alloc(2_000_000, 'x'), Buffer.from('\nb')]),
  )
  expect(lines).toEqual([
    { number: 1, text: 'a' },
    { number: 2, text: 'ÿ' },
    { number: 3, unreadable: { code: 'tooLongLine', value: '1048576', reason: 'is longer than 1048576 bytes' } },
    { number: 4, text: 'b' },
  ])
})

describe('linesOf decodes', () => {
  const RECORDS = [
    '{"record":"client","lastName":"Özdemir-Yıldız"}',
    '{"a":"[\\"}, ]","b":[{"c":[]}]}',
    '{"lastName":"Zoë","city":"’s-Hertogenbosch"}',
  ]
  const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
  const windows1252 = (text: string) =>
    Buffer.from([...text].map((letter) => ({ '’': 0x92, '€': 0x80 })[letter] ?? letter.charCodeAt(0)))
  const text = RECORDS.join('\n')
  const parsed = RECORDS.map((record): unknown => JSON.parse(record))

  test.each<[name: string, content: string | Uint8Array]>([
    ['UTF-8 with a byte order mark', `\uFEFF${text}\n`],
    ['lines that end in CRLF, with blank lines', RECORDS.join('\r\n\r\n')],
    ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without a byte order mark', Buffer.from(text, 'utf16le')],
    ['UTF-16 with the other order of bytes', utf16be(`\uFEFF${text}`)],
    ['a list of one line', `[${RECORDS.join(',')}]`],
    ['a list of several lines', `\uFEFF [\n${RECORDS.join(',\r\n')}\n]\n`],
    ['an indented list', JSON.stringify(parsed, null, 2)],
    ['an indented list in UTF-16', Buffer.from(`\uFEFF[\r\n${RECORDS.join('\r\n,')}]`, 'utf16le')],
  ])('an export: %s', async (_, content) => {
    const { lines } = await read(content)
    expect(lines.map((line) => 'text' in line && (JSON.parse(line.text) as unknown))).toEqual(parsed)
  })

  test('Windows-1252', async () => {
    const { lines } = await read(windows1252('{"lastName":"Zoë","city":"’s-Gravenzande, € 5"}\n{"a":1}'))
    expect(lines).toEqual([
      { number: 1, text: '{"lastName":"Zoë","city":"’s-Gravenzande, € 5"}' },
      { number: 2, text: '{"a":1}' },
    ])
  })

  test('invalid UTF-8 as replacement characters', async () => {
    const content = Buffer.concat([Buffer.from('{"a":"Zoë '), Buffer.from([0xe9]), Buffer.from('"}')])
    expect((await read(content)).lines).toEqual([{ number: 1, text: '{"a":"Zoë \uFFFD"}' }])
  })

  test('a JSON array across chunks, with the first line of each entry', async () => {
    const long = JSON.stringify({ a: 'é'.repeat(200_000) })
    const { lines } = await read(`[\n${long},\n${long}, "x"\n,{"b":1}]`)
    expect(lines.map(({ number }) => number)).toEqual([2, 3, 3, 4])
    expect(lines.map((line) => 'text' in line && line.text.trim().length)).toEqual([200_008, 200_008, 3, 7])
  })
})

test('linesOf unpacks gzip and throws for a truncated file', async () => {
  const packed = gzipSync(`a\n${'é'.repeat(400_000)}\nend`)
  const { lines } = await read(packed, true)
  expect(lines.map(({ number }) => number)).toEqual([1, 2, 3])
  await expect(read(packed.subarray(0, -1), true)).rejects.toThrow('unexpected end of file')
})
