import { parseEnv } from 'node:util'
import { isOfPlatform, isSetting, nearestSetting } from './setting-names.ts'
import { SettingsError } from './start-error.ts'

const ASSIGNMENT = /^\s*(?:export\s+)?([^=]*?)\s*=\s*(.*?)\s*$/
/** A value in quotation marks that close on the same line, or a value without any; a comment may follow. */
const VALUE = /^(?:"[^"]*"|'[^']*'|`[^`]*`|[^"'`“”„‘’‚].*|)(?:\s+#.*)?$/

/**
 * Parses a settings file. Throws a `SettingsError` naming the first wrong line. Wrong are unknown names, repeated
 * names, and values that Node would read differently from the text.
 */
export function parseSettingsFile(bytes: Uint8Array): Record<string, string> {
  const text = decode(bytes)
  const lineOf = new Map<string, number>()
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue
    const number = index + 1
    const name = checkLine(line, number)
    const former = lineOf.get(name)
    if (former !== undefined) throw wrong(number, `${name} is set on line ${former} already`)
    lineOf.set(name, number)
  }
  return Object.fromEntries(Object.entries(parseEnv(text)).map(([name, value]) => [name, value ?? '']))
}

/** The message omits the value, which may contain a password. */
const wrong = (line: number, what: string) => new SettingsError(`line ${line}: ${what}`)

/** Decodes UTF-8 and removes a byte order mark. */
function decode(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Reported by the error below.
  }
  throw new SettingsError('it is not UTF-8 text')
}

function checkLine(line: string, number: number): string {
  const [, name, value = ''] = ASSIGNMENT.exec(line) ?? []
  if (name === undefined) throw wrong(number, 'is not NAME=value')
  if (!isSetting(name) && !isOfPlatform(name)) throw wrong(number, unknown(name))
  if (!VALUE.test(value)) throw wrong(number, `${name} has quotation marks that do not enclose its value`)
  if (!/^["'`]/.test(value) && /^[^#]*[^#\s]#/.test(line)) {
    throw wrong(number, `${name} contains #, which begins a comment: put its value between quotation marks`)
  }
  return name
}

function unknown(name: string): string {
  const suggestion = nearestSetting(name)
  return `${JSON.stringify(name)} is not a setting; ${suggestion ? `is ${suggestion} meant?` : 'docs/reference/settings.md lists them'}`
}
