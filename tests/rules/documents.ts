import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './import-graph.ts'

export const DOCUMENTS = ['*.md', 'docs/**/*.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: ROOT }).map((file) => file.replaceAll(path.sep, '/')),
)

export const readDocument = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')

/** Returns a document without its code blocks. */
export const proseOf = (text: string): string => text.replaceAll(/^ *```[^]*?^ *```$/gm, '')

/** A block of shell commands. `needs` is `root` or `network` where a test cannot run it. */
export interface CommandBlock {
  file: string
  needs: string
  commands: string
}

/** Returns the shell blocks of a document. */
export const commandBlocksOf = (file: string): CommandBlock[] =>
  [...readDocument(file).matchAll(/^( *)```sh *(\w*)\n([^]*?)^ *```$/gm)].map(([, indent = '', needs = '', block]) => ({
    file,
    needs,
    commands: block!
      .split('\n')
      .map((line) => line.slice(indent.length))
      .join('\n'),
  }))

/** Returns the anchors of a document, as GitHub derives them from headings. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of proseOf(text).matchAll(/^#+ (.*)$/gm)) {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-')
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

/** Returns the link targets of a text, except those in code spans. */
export const linksOf = (text: string): string[] => {
  const prose = proseOf(text).replaceAll(/`[^`\n]*`/g, '')
  const found = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/(?:src|href)="([^"]+)"/g)]
  return found.map(([, target]) => target!)
}

/** Returns why a link of a document is broken. Undefined if it works or leads to another site. */
export function brokenLink(
  file: string,
  target: string,
  { exists, read }: { exists: (file: string) => boolean; read: (file: string) => string },
): string | undefined {
  if (/^(?:https?|mailto):/.test(target)) return undefined
  const [to = '', anchor] = target.split('#')
  const found = to === '' ? file : path.posix.join(path.posix.dirname(file), to)
  if (found.startsWith('..')) return `${file}: ${target} is outside the tree`
  if (!exists(found)) return `${file}: ${target} does not exist`
  if (anchor !== undefined && !anchorsOf(read(found)).has(anchor)) return `${file}: ${target} has no such heading`
  return undefined
}
