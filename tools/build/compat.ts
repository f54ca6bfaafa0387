import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CompatData, CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import { type AtRule, type ChildNode, type Declaration, type Rule, parse as parseStyle } from 'postcss'
import { type ESTree, Visitor, parseSync } from 'vite'
import { MIN_BROWSERS } from './minimum-browsers.ts'

// Finds features in built scripts and styles that a minimum browser (package.json) lacks, according to MDN's
// compatibility data. Only the name of a called method is known. The method counts as a browser feature if the build
// defines no such name and no object of the minimum browsers has it.

// Browsers by their names in MDN's data. Chrome and Firefox on Android, and web views, have the engine of the desktop
// version.
const BROWSERS = Object.entries({
  chrome: MIN_BROWSERS['chrome'],
  chrome_android: MIN_BROWSERS['chrome'],
  webview_android: MIN_BROWSERS['chrome'],
  edge: MIN_BROWSERS['edge'],
  firefox: MIN_BROWSERS['firefox'],
  firefox_android: MIN_BROWSERS['firefox'],
  opera: MIN_BROWSERS['opera'],
  safari: MIN_BROWSERS['safari'],
  safari_ios: MIN_BROWSERS['ios_saf'],
  samsunginternet_android: MIN_BROWSERS['samsung'],
} as const) as [keyof CompatStatement['support'], string][]

/** Feature that a minimum browser lacks: `Map.groupBy: chrome, firefox`. */
export interface Newer {
  file: string
  feature: string
  lacking: string
}

// Read lazily, because the file has 20 MB.
const data = once(() => {
  const path = createRequire(import.meta.url).resolve('@mdn/browser-compat-data')
  return JSON.parse(readFileSync(path, 'utf8')) as CompatData
})

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

function isUpTo(version: string, least: string): boolean {
  const [one, other] = [version, least].map((text) => text.replace('≤', '').split('.').map(Number))
  for (let place = 0; place < 3; place++) {
    const difference = (one![place] ?? 0) - (other![place] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return true
}

/** `prefix`: vendor prefix under which the build also contains the feature. */
function has(support: SimpleSupportStatement, least: string, prefix?: string): boolean {
  const { version_added: added, version_removed: removed, flags, alternative_name: alias } = support
  if (typeof added !== 'string' || added === 'preview' || flags || alias) return false
  if (support.prefix && support.prefix !== prefix) return false
  return isUpTo(added, least) && !(typeof removed === 'string' && isUpTo(removed, least))
}

/** Returns the browsers that lack a feature; empty if none does. */
function lackingOf({ support }: CompatStatement, prefix?: string): string {
  const lacking = BROWSERS.filter(
    ([name, least]) => ![support[name] ?? []].flat().some((statement) => has(statement, least, prefix)),
  )
  return lacking.map(([name, least]) => `${name} ${least}`).join(', ')
}

/** Missing browsers by feature name. If several features share a name, the one with most support counts. */
class Lacking extends Map<string, string> {
  note(name: string, compat: CompatStatement): void {
    const [known, found] = [this.get(name), lackingOf(compat)]
    if (known === undefined || found.length < known.length) this.set(name, found)
  }
}

const partsOf = (node: Identifier) =>
  Object.entries(node).filter((entry): entry is [string, Identifier & { __compat: CompatStatement }] =>
    Boolean(entry[0] !== '__compat' && (entry[1] as Identifier).__compat),
  )

const scriptFeatures = once(() => {
  const [globals, statics, methods, events] = [new Lacking(), new Lacking(), new Lacking(), new Lacking()]
  const { api, javascript } = data()
  for (const objects of [javascript['builtins']!, api]) {
    for (const [object, node] of partsOf(objects)) {
      globals.note(object, node.__compat)
      for (const [part, { __compat }] of partsOf(node)) {
        const [, name = part, kind] = /^(.*?)(_static|_event)?$/.exec(part)!
        if (kind === '_event') events.note(name, __compat)
        else statics.note(`${object}.${name}`, __compat)
        // Names with an underscore are details, such as options.
        if (!kind && !name.includes('_')) methods.note(name, __compat)
      }
    }
  }
  return { globals, statics, methods, events }
})

const SYNTAX = {
  'regular expression, flag v': ['builtins', 'RegExp', 'unicodeSets'],
  'regular expression, modifiers': ['regular_expressions', 'modifier'],
  'iterator helper': ['builtins', 'Iterator', 'map'],
} as const

function lackingSyntax(name: keyof typeof SYNTAX): string {
  let node: Identifier = data().javascript
  for (const step of SYNTAX[name]) node = node[step]!
  return node.__compat ? lackingOf(node.__compat) : 'no data'
}

const HELPERS = /^(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)$/
const ITERATING = /^(values|keys|entries|matchAll)$/

type Node = ESTree.Node

function nameOf(member: ESTree.MemberExpression): string | undefined {
  const { property } = member
  return member.computed ? textOf(property) : (property as ESTree.IdentifierName).name
}

/** Returns the text of a literal; minifiers write some texts as templates. */
function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

const keyName = (key: Node): string | undefined =>
  key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined

/** Returns the features of related scripts that a minimum browser lacks. Each script is a name and its code. */
export function newerInScripts(scripts: Iterable<readonly [name: string, code: string]>): Newer[] {
  const { globals, statics, methods, events } = scriptFeatures()
  const found = new Map<string, Newer>()
  const own = new Set<string>()
  const called: (() => void)[] = []
  for (const [file, code] of scripts) {
    const note = (feature: string, lacking: string | undefined) =>
      lacking && found.set(`${file} ${feature}`, { file, feature, lacking })
    const { program, errors } = parseSync(file, code, { sourceType: 'module' })
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
    const syntax = (name: keyof typeof SYNTAX) => note(name, lackingSyntax(name))
    // Property names and keys, which are not variables.
    const names = new Set<Node>()
    const define = ({ key, computed }: { key: Node; computed: boolean }) => {
      if (computed) return
      names.add(key)
      const name = keyName(key)
      if (name !== undefined) own.add(name)
    }
    new Visitor({
      Identifier(identifier) {
        if (!names.has(identifier)) note(identifier.name, globals.get(identifier.name))
      },
      MemberExpression(member) {
        const name = nameOf(member)
        if (!member.computed) names.add(member.property)
        if (name && member.object.type === 'Identifier') {
          note(`${member.object.name}.${name}`, statics.get(`${member.object.name}.${name}`))
        }
      },
      AssignmentExpression({ left }) {
        if (left.type === 'MemberExpression') own.add(nameOf(left) ?? '')
      },
      Property: define,
      MethodDefinition: define,
      PropertyDefinition: define,
      CallExpression({ callee, arguments: [first] }) {
        if (callee.type !== 'MemberExpression') return
        const name = nameOf(callee)
        if (!name) return
        const { object } = callee
        const event = name === 'addEventListener' ? textOf(first) : undefined
        if (event) note(`event ${event}`, events.get(event))
        if (
          HELPERS.test(name) &&
          object.type === 'CallExpression' &&
          object.callee.type === 'MemberExpression' &&
          ITERATING.test(nameOf(object.callee) ?? '') &&
          !(object.callee.object.type === 'Identifier' && object.callee.object.name === 'Object')
        ) {
          syntax('iterator helper')
        }
        // Static methods are checked above.
        if (object.type === 'Identifier' && statics.has(`${object.name}.${name}`)) return
        called.push(() => {
          if (!own.has(name)) note(`.${name}()`, methods.get(name))
        })
      },
      Literal(literal) {
        if (!('regex' in literal)) return
        if (literal.regex.flags.includes('v')) syntax('regular expression, flag v')
        if (/\(\?[ims]*-?[ims]*:/.test(literal.regex.pattern.replaceAll('(?:', ''))) {
          syntax('regular expression, modifiers')
        }
      },
    }).visit(program)
  }
  for (const check of called) check()
  return [...found.values()]
}

const styleFunctions = once(() => {
  const functions = new Lacking()
  const walk = (node: Identifier) => {
    for (const [name, part] of partsOf(node)) {
      if (/^<code>[\w-]+\(\)<\/code>/.test(part.__compat.description ?? '')) functions.note(name, part.__compat)
      walk(part)
    }
  }
  walk(data().css.types as Identifier)
  return functions
})

const UNITS = [
  ['[dsl]v(?:[hwib]|min|max)', 'viewport_percentage_units_dynamic'],
  ['cq(?:[hwib]|min|max)', 'container_query_length_units'],
  ...['rlh', 'lh', 'cap', 'rcap'].map((unit) => [unit, unit]),
] as [string, string][]

/** Whether a style is inside `@supports`, so that the style sheet itself checks for the feature. */
function isInSupportsRule(node: ChildNode): boolean {
  for (let { parent } = node; parent; parent = parent.parent as typeof parent) {
    if (parent.type === 'atrule' && (parent as AtRule).name === 'supports') return true
  }
  return false
}

/**
 * Whether a preceding declaration is the fallback. A value with a variable has none, because browsers accept such a
 * value before they know whether it is valid.
 */
function hasFallback(node: Declaration): boolean {
  const before = node.prev()
  return before?.type === 'decl' && before.prop === node.prop && !node.value.includes('var(')
}

/** Returns the selector as written, without the hashes that the build adds to class names. */
const withoutHashes = (selector: string) => selector.replaceAll(/(\.[\w-]+?)_[\w-]{4}(?![\w-])/g, '$1')

/** Returns the features of a style sheet that a minimum browser lacks, except inside `@supports`. */
export function newerInStyle(file: string, code: string): Newer[] {
  const css = data().css as unknown as Record<string, Record<string, Identifier>>
  const { 'at-rules': atRules, properties, selectors, types } = css
  const functions = styleFunctions()
  const found = new Map<string, Newer>()
  const note = (feature: string, node: Identifier | undefined, prefix?: string) => {
    const lacking = node?.__compat && lackingOf(node.__compat, prefix)
    if (lacking) found.set(feature, { file, feature, lacking })
  }
  parseStyle(code).walk((node) => {
    if (isInSupportsRule(node)) return
    if (node.type === 'atrule') {
      const rule = atRules![node.name]
      note(`@${node.name}`, rule)
      if (node.name === 'media') {
        for (const [, feature] of node.params.matchAll(/\(\s*([\w-]+)/g)) note(`@media (${feature})`, rule?.[feature!])
        if (/[<>]/.test(node.params)) note('@media (<)', rule?.['range_syntax'])
      }
    } else if (node.type === 'rule') {
      for (const [, name] of node.selector.matchAll(/::?(?:-(?:webkit|moz)-)?([a-z-]+)/g)) {
        note(withoutHashes(node.selector), selectors![name!])
      }
      if (node.selector.includes('&')) note('nesting', selectors!['nesting'])
    } else if (node.type === 'decl') {
      const property = node.prop.startsWith('--') ? undefined : properties![node.prop]
      const hasPrefixed = (node.parent as Rule).some(
        (other) => other.type === 'decl' && other.prop === `-webkit-${node.prop}`,
      )
      const prefix = hasPrefixed ? '-webkit-' : undefined
      note(node.prop, property, prefix)
      const value = node.value.replaceAll(/"[^"]*"|'[^']*'/g, '')
      for (const [word] of value.matchAll(/(?<![\w-])[a-z][a-z-]*(?![\w(-])/g))
        note(`${node.prop}: ${word}`, property?.[word], prefix)
      for (const [, name] of value.matchAll(/([a-z-]+)\(/g)) {
        const lacking = functions.get(name!)
        if (lacking && !hasFallback(node)) found.set(`${name}()`, { file, feature: `${name}()`, lacking })
      }
      for (const [unit, key] of UNITS) {
        if (new RegExp(`\\d${unit}\\b`).test(value)) note(unit, types!['length']?.[key])
      }
    }
  })
  return [...found.values()]
}
