import { readFileSync } from 'node:fs'
import { type ESTree, Visitor, parseSync } from 'vite'

/** A part of a query without which the query still runs. */
export interface Clause {
  file: string
  line: number
  start: number
  end: number
  text: string
  /** Source to insert. The given call then reports that a query with this clause is built. */
  probe: (call: string) => { at: number; text: string }[]
  /** Whether the clause locks rows against simultaneous writers, which SQLite excludes. */
  isLock: boolean
}

const LOCKS = ['forUpdate', 'forNoKeyUpdate', 'forShare', 'forKeyShare', 'skipLocked', 'noWait']
const METHODS = new Set(
  LOCKS.concat(
    'where',
    'whereRef',
    'having',
    'havingRef',
    'orderBy',
    'limit',
    'offset',
    'groupBy',
    'onConflict',
    'distinct',
  ),
)
const LISTS = new Set(['and', 'or'])

type Node = ESTree.Node & { start: number; end: number }
type Range = Pick<Clause, 'start' | 'end'>

/** Returns the clauses of Kysely chains, condition lists and `sql` templates in a file. */
export function clausesOf(file: string): Clause[] {
  const source = readFileSync(file, 'utf8')
  const found: Clause[] = []
  const add = ({ start, end }: Range, probe: Clause['probe'], isLock = false) => {
    const text = source.slice(start, end).replaceAll(/\s+/g, ' ').trim()
    // An `and` alone only joins conditions of a list.
    if (text === 'and') return
    found.push({
      file,
      line: source.slice(0, source.indexOf(text[0]!, start)).split('\n').length,
      start,
      end,
      text,
      probe,
      isLock,
    })
  }
  new Visitor({
    CallExpression({ callee, arguments: given, end }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { object, property } = callee
      const { name } = property
      // Static methods such as `Map.groupBy` build no query.
      if (object.type === 'Identifier' && /^[A-Z]/.test(object.name)) return
      // A join needs its first condition, so only later ones can be left out.
      const isOfJoin = name === 'onRef' && methodOf(object) === 'onRef'
      if (METHODS.has(name) || isOfJoin) {
        const at = source.indexOf('(', property.end) + 1
        add({ start: object.end, end }, (call) => [{ at, text: `...(${call} ?? []), ` }], LOCKS.includes(name))
      }
      const [list] = given
      if (!LISTS.has(name) || list?.type !== 'ArrayExpression' || list.elements.length < 2) return
      for (const [index, element] of list.elements.entries()) {
        const next = list.elements[index + 1]
        const start = next ? element!.start : list.elements[index - 1]!.end
        add({ start, end: next ? next.start : element!.end }, (call) => [
          { at: list.start + 1, text: `...(${call} ?? []), ` },
        ])
      }
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return
      const probe = (call: string) => [
        { at: tag.start, text: `(${call}, ` },
        { at: tag.end, text: ')' },
      ]
      const masked = mask(source, quasi)
      for (const { start, end } of clausesOfSql(masked)) {
        const isLock = masked.startsWith('for update', start)
        add({ start: quasi.start + start, end: quasi.start + end }, probe, isLock)
      }
    },
  }).visit(parseSync(file, source).program)
  return found
}

const methodOf = (node: Node): string | undefined =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.property.type === 'Identifier'
    ? node.callee.property.name
    : undefined

/** Returns the text of a template in lower case and of equal length, with letters in place of values and strings. */
function mask(source: string, quasi: ESTree.TemplateLiteral): string {
  let text = source.slice(quasi.start + 1, quasi.end - 1)
  for (const { start, end } of quasi.expressions) {
    const from = start - quasi.start - 3
    const length = end - start + 3
    text = text.slice(0, from) + 'x'.repeat(length) + text.slice(from + length)
  }
  return ` ${text.toLowerCase()} `.replaceAll(/'[^']*'/g, (string) => 'x'.repeat(string.length))
}

const WORD =
  /\b(where|having|on|and|or|between|order by|group by|limit|offset|for update|returning|union|except|select|set|values|join|left join|case|when|then|else|end|do)\b|[()]/g
const BEGINS = new Set(['where', 'having', 'on'])
const WHOLE = new Set(['order by', 'limit', 'for update'])

/** Returns the conditions after `where`, `having`, `on` and `and`, and whole clauses such as `limit`. */
function clausesOfSql(sql: string): Range[] {
  const found: Range[] = []
  // One level for each open bracket. A level stores the start of its clause.
  const levels: { word: string; start: number; from: number; isBetween: boolean }[] = []
  let level = { word: '', start: 0, from: 0, isBetween: false }
  const close = (end: number, by: string) => {
    const { word, start, from } = level
    const isLast = by !== 'and'
    // Without its first condition, `where a and b` becomes `where b`, and `where a` disappears.
    if (BEGINS.has(word) && by !== 'or') {
      if (!isLast) found.push({ start: from, end: end + 'and'.length })
      else if (word !== 'on') found.push({ start, end })
    } else if ((word === 'and' && by !== 'or') || WHOLE.has(word)) found.push({ start, end })
  }
  for (const { 0: word, index } of sql.matchAll(WORD)) {
    if (word === 'between') level.isBetween = true
    else if (word === 'and' && level.isBetween) level.isBetween = false
    else if (word === '(') {
      levels.push(level)
      level = { word: '', start: index, from: index, isBetween: false }
    } else {
      close(index, word)
      if (word === ')') level = levels.pop() ?? { word: '', start: index, from: index, isBetween: false }
      else level = { word, start: index, from: index + word.length, isBetween: false }
    }
  }
  close(sql.length - 1, '')
  return found
}
