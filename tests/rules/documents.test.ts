import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CAPABILITIES } from '#contract/capabilities.ts'
import { COMMAND_NAMES } from '#tools/reference.ts'
import { DOCUMENTS, anchorsOf, brokenLink, commandBlocksOf, linksOf, readDocument } from './documents.ts'
import { ROOT } from './import-graph.ts'

const exists = (file: string) => existsSync(join(ROOT, file))

describe('the documents in docs/', () => {
  test('have no broken links', () => {
    const links = DOCUMENTS.flatMap((file) => linksOf(readDocument(file)).map((target) => ({ file, target })))
    expect(links.length).toBeGreaterThan(100)
    const broken = links.flatMap(({ file, target }) => brokenLink(file, target, { exists, read: readDocument }) ?? [])
    expect(broken).toEqual([])
  })

  test('refer to no file outside the repository', () => {
    const outside = /\/work\/|\.\.\/shared\/|\b[SMB]-\d{2,3}\b|\bspec §/
    expect(DOCUMENTS.filter((file) => outside.test(readDocument(file)))).toEqual([])
  })

  test('name only files that exist', () => {
    const named = DOCUMENTS.filter((file) => file !== 'CHANGELOG.md').flatMap((file) =>
      [
        ...readDocument(file).matchAll(/`((?:contract|deploy|locales|mocks|server|src|tests|tools)\/[\w./-]+\.\w+)`/g),
      ].map(([, named]) => ({ file, named: named! })),
    )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(({ named }) => !exists(named))).toEqual([])
  })

  test('contain only commands that a test runs or that need root or a network', () => {
    const blocks = DOCUMENTS.flatMap(commandBlocksOf)
    expect(blocks.length).toBeGreaterThan(30)
    const lines = blocks
      .filter(({ needs }) => needs !== 'root' && needs !== 'network')
      .flatMap(({ file, needs, commands }) =>
        commands
          .trim()
          .split('\n')
          .map((line) => ({ file, needs, line })),
      )
    // tests/server/documented-commands.test.ts runs these commands.
    const unknown = lines.filter(({ needs, line }) => needs !== '' || !COMMAND_NAMES.includes(line.split(' ')[1]!))
    expect(unknown).toEqual([])
    expect(lines.filter(({ line }) => !line.startsWith('dierenportaal '))).toEqual([])
    const isUnmarked = (text: string) =>
      /^ *```\n(?: *(?:npm|npx|dierenportaal|curl|sudo|sh|systemctl|docker) )/m.test(text)
    expect(DOCUMENTS.filter((file) => isUnmarked(readDocument(file)))).toEqual([])
  })

  test('mention every npm command in docs/operate', () => {
    const pages = DOCUMENTS.filter((file) => file.startsWith('docs/operate/'))
      .map(readDocument)
      .join('\n')
    expect(COMMAND_NAMES.length).toBeGreaterThan(12)
    expect(COMMAND_NAMES.filter((name) => !pages.includes(`dierenportaal ${name}`))).toEqual([])
  })

  test('list every capability exactly once in docs/integrate/another-api.md', () => {
    const text = readDocument('docs/integrate/another-api.md')
    const named = [...text.matchAll(/^- `([\w-]+)`: /gm)].map(([, capability]) => capability!)
    expect(named.toSorted()).toEqual(CAPABILITIES.toSorted())
  })

  test('list every folder of the repository in docs/architecture.md', () => {
    const [, tree = ''] = /^```\n(contract\/[^]*?)^```$/m.exec(readDocument('docs/architecture.md')) ?? []
    const listed = new Map<string, string[]>()
    for (const [, indent, name] of tree.matchAll(/^( *)([\w-]+)\/ +\S/gm)) {
      if (indent === '') listed.set(name!, [])
      else [...listed.values()].at(-1)!.push(name!)
    }
    const foldersOf = (folder: string) =>
      readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? entry.name : [],
      )
    for (const folder of ['contract', 'src', 'server', 'mocks', 'tests', 'tools'])
      expect([folder, listed.get(folder)?.toSorted()]).toEqual([folder, foldersOf(folder).toSorted()])
  })

  test('list every decision in docs/decisions/README.md', () => {
    const decisions = DOCUMENTS.filter((file) => /^docs\/decisions\/\d/.test(file))
    const listed = linksOf(readDocument('docs/decisions/README.md')).map((target) => `docs/decisions/${target}`)
    expect(listed).toEqual(decisions.toSorted())
  })

  test('keep README.md within 90 lines', () => {
    expect(readDocument('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(90)
  })
})

test('anchorsOf returns the headings in lower case with hyphens', () => {
  const text = '# One, two\n\n## `A` and [b](c.md)\n\n```\n# comment\n```\n\n## One two\n'
  expect([...anchorsOf(text)]).toEqual(['one-two', 'a-and-b', 'one-two-1'])
})

test.each([
  ['b.md', undefined],
  ['b.md#here', undefined],
  ['#there', undefined],
  ['https://portal.example/x', undefined],
  ['c.md', 'docs/a.md: c.md does not exist'],
  ['b.md#nowhere', 'docs/a.md: b.md#nowhere has no such heading'],
  ['../../b.md', 'docs/a.md: ../../b.md is outside the tree'],
])('brokenLink reports a link to %s as %s', (target, problem) => {
  const texts: Record<string, string> = { 'docs/a.md': '## There\n', 'docs/b.md': '# Here\n' }
  const tree = { exists: (file: string) => file in texts, read: (file: string) => texts[file]! }
  expect(brokenLink('docs/a.md', target, tree)).toBe(problem)
})
