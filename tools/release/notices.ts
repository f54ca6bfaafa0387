import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Package } from './packages.ts'

/** Files of a package with terms or attributions. A font package has the licence of the font in a second file; a bundle has those of its packages. */
const NOTICE = /^(?:licen[cs]e|copying|notice|ofl|swagger-ui-bundle\.js\.license)/i

/** A development dependency under the Apache License 2.0, for packages that do not contain its text. */
const APACHE_TEXT = 'node_modules/typescript/LICENSE'

const MIT_TEXT = readFileSync(join(import.meta.dirname, 'mit.txt'), 'utf8')

/** Returns the notices of all packages, each with its licence text. Throws if a licence text is not known. */
export function noticesOf(root: string, packages: readonly Package[]): string {
  return packages
    .map((each) => `${each.name} ${each.version} (${each.license})\n\n${textOf(root, each)}`)
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n')
}

function textOf(root: string, { name, license, folder }: Package): string {
  const files = readdirSync(join(root, folder)).filter((file) => NOTICE.test(file))
  if (files.length > 0) return files.map((file) => readFileSync(join(root, folder, file), 'utf8').trim()).join('\n\n')
  if (/\bMIT\b/.test(license)) return `Copyright (c) ${authorOf(root, folder)}\n\n${MIT_TEXT}`.trim()
  if (license === 'Apache-2.0') return readFileSync(join(root, APACHE_TEXT), 'utf8').trim()
  throw new Error(`${name} contains no text of its licence (${license}).`)
}

function authorOf(root: string, folder: string): string {
  const { name, author } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    name: string
    author?: string | { name: string }
  }
  return (typeof author === 'object' ? author.name : author) ?? `the authors of ${name}`
}
