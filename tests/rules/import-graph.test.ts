import { expect, test } from 'vitest'
import { type Imports, ROOT, mutualImports, readImports, folderOf } from './import-graph.ts'

/** Folders whose subfolders must not import each other. */
const PARENT_FOLDERS = ['mocks', 'server', 'src', 'src/features']

const imports = readImports(ROOT, PARENT_FOLDERS)

test('no two folders import each other', () => {
  expect(imports.get('server/app.ts')).toContain('server/ports.ts')
  expect(mutualImports(imports, PARENT_FOLDERS)).toEqual([])
})

const graph = (entries: Record<string, string[]>): Imports => new Map(Object.entries(entries))

test('mutualImports reports folders that import each other with an example of each direction', () => {
  const found = mutualImports(
    graph({ 'server/a/one.ts': ['server/b/two.ts'], 'server/b/two.ts': [], 'server/b/three.ts': ['server/a/four.ts'] }),
    ['server'],
  )
  expect(found).toEqual([
    'server/a and server/b import each other: server/a/one.ts imports server/b/two.ts, and server/b/three.ts imports server/a/four.ts',
  ])
})

test.each([
  ['server/app.ts', 'server/app.ts'],
  ['server/cli/import/main.ts', 'server/cli'],
  ['src/features/clients/list/rows.ts', 'src/features/clients'],
  ['tools/build/html.ts', 'tools'],
])('folderOf(%s) is %s', (file, folder) => {
  expect(folderOf(file, ['server', 'src', 'src/features'])).toBe(folder)
})
