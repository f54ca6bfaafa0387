import { inflateSync } from 'node:zlib'

// Reads the structure tree of a PDF with the text of each element, as a screen reader does. Supports only the format of our own
// PDFs: no object streams, deflated content, fonts with two bytes for each letter.

interface Ref {
  ref: number
}
interface Name {
  name: string
}
interface Operator {
  operator: string
}
interface Dictionary {
  [key: string]: Value
}
type Value = number | string | boolean | null | Ref | Name | Operator | Value[] | Dictionary

export function pdfStructure(pdf: Uint8Array) {
  const file = Buffer.from(pdf).toString('latin1')
  const objects = new Map(
    [...file.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj/gms)].map(([, id, source]) => [Number(id), source!]),
  )
  const resolved = (value: Value | undefined): Value => {
    if (!isRef(value)) return value ?? null
    const [first] = parsed(objects.get(value.ref) ?? '')
    return first ?? null
  }
  const dictionary = (value: Value | undefined): Dictionary => {
    const found = resolved(value)
    if (!isDictionary(found)) throw new Error(`No dictionary: ${JSON.stringify(value)}`)
    return found
  }
  const list = (value: Value | undefined): Value[] => {
    const found = resolved(value)
    return Array.isArray(found) ? found : found === null ? [] : [found]
  }
  const stream = (value: Value | undefined): string => {
    if (!isRef(value)) throw new Error('No stream')
    const [, data = ''] = /stream\n(.*)\nendstream/s.exec(objects.get(value.ref) ?? '') ?? []
    return inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
  }
  const lettersOf = (font: Value | undefined): Map<number, string> => {
    const letters = new Map<number, string>()
    for (const [, from, texts] of stream(dictionary(font).ToUnicode).matchAll(/<(\w+)> <\w+> \[(.*?)\]/gs))
      for (const [index, [, text]] of [...texts!.matchAll(/<([\w ]*)>/g)].entries())
        letters.set(Number.parseInt(from!, 16) + index, utf16(Buffer.from(text!.replaceAll(' ', ''), 'hex')))
    return letters
  }

  const trailer = /trailer\n(.*?)\nstartxref/s.exec(file)?.[1] ?? ''
  const catalog = dictionary(dictionary(parsed(trailer)[0]).Root)
  const pageRefs = list(dictionary(catalog.Pages).Kids)
  const pages = pageRefs.map(dictionary)
  const marked = new Map<string, string>()
  /** Texts that are not content, such as repeated headers. */
  const artifacts: string[] = []
  /** Paint operations outside marked content and artifacts. */
  const unmarked: string[] = []
  for (const [index, page] of pages.entries()) readPage(page, idOf(pageRefs[index]))

  function readPage(page: Dictionary, id: number): void {
    const fonts = dictionary(dictionary(page.Resources).Font)
    const open: { mcid?: number; text: string; isArtifact: boolean }[] = []
    let letters = new Map<number, string>()
    let operands: Value[] = []
    for (const value of parsed(stream(page.Contents))) {
      if (!isOperator(value)) {
        operands.push(value)
        continue
      }
      const { operator } = value
      const [tag, properties] = operands
      const current = open.at(-1)
      if (operator === 'BMC' || operator === 'BDC') {
        const mcid = isDictionary(properties) && typeof properties.MCID === 'number' ? { mcid: properties.MCID } : {}
        open.push({ ...mcid, text: '', isArtifact: isName(tag) && tag.name === 'Artifact' })
      } else if (operator === 'EMC' && current) {
        open.pop()
        if (current.mcid !== undefined) marked.set(`${id} ${current.mcid}`, current.text)
        else if (current.isArtifact && current.text) artifacts.push(current.text)
      } else if (operator === 'Tf' && isName(tag)) {
        letters = lettersOf(fonts[tag.name])
      } else if (PAINTS.has(operator)) {
        const text = operands.flat().flatMap((part) => (typeof part === 'string' ? [glyphs(part, letters)] : []))
        if (current) current.text += text.join('')
        else unmarked.push([operator, ...text].join(' '))
      }
      operands = []
    }
  }

  /** One line for each element: its tag, alternative text or scope, and its text. */
  const outline: string[] = []
  function readElement(element: Dictionary, depth: number): void {
    const kids = list(element.K)
    const text = kids.flatMap((kid) => {
      const content = isDictionary(kid) ? kid : { MCID: kid, Pg: element.Pg ?? null }
      return typeof content.MCID === 'number' ? [marked.get(`${idOf(content.Pg)} ${content.MCID}`) ?? '?'] : []
    })
    const { Scope: scope, BBox: box } = element.A ? dictionary(element.A) : {}
    const alt = typeof element.Alt === 'string' ? element.Alt : ''
    const about = [nameOf(scope), alt, list(box).map(asNumber).map(Math.round).join(',')].filter(Boolean)
    const line = [nameOf(element.S), ...about.map((part) => `[${part}]`), text.join('').trim()]
    outline.push('  '.repeat(depth) + line.join(' ').trimEnd())
    for (const kid of kids) if (isRef(kid)) readElement(dictionary(kid), depth + 1)
  }
  for (const root of list(dictionary(catalog.StructTreeRoot).K)) readElement(dictionary(root), 0)
  const whole = Object.fromEntries(Object.entries(catalog).map(([key, value]) => [key, resolved(value)]))
  return { catalog: whole, pages, outline, artifacts, unmarked }
}

const PAINTS = new Set(['Tj', 'TJ', 'S', 's', 'f', 'F', 'f*', 'B', 'b', 'Do', 'sh'])
const TOKEN =
  /(?<ref>\d+) 0 R\b|(?<open><<|\[)|(?<close>>>|\])|\/(?<name>[^\s/<>[\]()]*)|<(?<hex>[\da-fA-F\s]*)>|\((?<text>(?:\\.|[^\\)])*)\)|(?<number>[-+]?[\d.]+)|(?<word>[^\s/<>[\]()]+)/gs

function parsed(source: string): Value[] {
  const stack: Value[][] = [[]]
  for (const { groups = {} } of source.matchAll(TOKEN)) {
    const { ref, open, close, name, hex, text, number, word } = groups
    if (open) stack.push([])
    else if (close) {
      const inner = stack.pop() ?? []
      stack.at(-1)?.push(close === ']' ? inner : asDictionary(inner))
    } else stack.at(-1)?.push(valueOf())
    if (word === 'stream') break

    function valueOf(): Value {
      if (ref) return { ref: Number(ref) }
      if (name !== undefined) return { name }
      if (hex !== undefined) return Buffer.from(hex, 'hex').toString('latin1')
      if (text !== undefined) return unescaped(text)
      if (number) return Number(number)
      if (word === 'true' || word === 'false') return word === 'true'
      return word === 'null' ? null : { operator: word ?? '' }
    }
  }
  return stack[0] ?? []
}

function asDictionary(entries: Value[]): Dictionary {
  const found: Dictionary = {}
  for (let index = 0; index < entries.length; index += 2) found[nameOf(entries[index])] = entries[index + 1] ?? null
  return found
}

const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
function unescaped(text: string): string {
  const plain = text.replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPED[letter] ?? letter)
  return plain.startsWith('\u00FE\u00FF') ? utf16(Buffer.from(plain.slice(2), 'latin1')) : plain
}

const utf16 = (bytes: Buffer) => Buffer.from(bytes).swap16().toString('utf16le')
const glyphs = (numbers: string, letters: Map<number, string>) =>
  (numbers.match(/../gs) ?? []).map((pair) => letters.get(Buffer.from(pair, 'latin1').readUInt16BE()) ?? '?').join('')

const has = (value: Value | undefined, key: string, type: string) =>
  typeof value === 'object' && value !== null && typeof Object(value)[key] === type
const isRef = (value: Value | undefined): value is Ref => has(value, 'ref', 'number')
const isName = (value: Value | undefined): value is Name => has(value, 'name', 'string')
const isOperator = (value: Value | undefined): value is Operator => has(value, 'operator', 'string')
const isDictionary = (value: Value | undefined): value is Dictionary =>
  typeof value === 'object' && value !== null && ![Array.isArray, isRef, isName, isOperator].some((is) => is(value))
const nameOf = (value: Value | undefined) => (isName(value) ? value.name : '')
const idOf = (value: Value | undefined) => (isRef(value) ? value.ref : -1)
const asNumber = (value: Value) => (typeof value === 'number' ? value : Number.NaN)
