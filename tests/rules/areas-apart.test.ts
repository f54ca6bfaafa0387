import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { foreignCode } from '#tools/build/areas-apart.ts'

const chunk = (imports: string[], modules: string[], entry: Partial<Rolldown.OutputChunk> = {}) =>
  ({
    type: 'chunk',
    imports,
    moduleIds: modules.map((file) => `/portal/src/${file}`),
    ...entry,
  }) as Rolldown.OutputChunk

const START = { isEntry: true, fileName: 'index.js' }
const bundle = (shared: string[]) => ({
  'index.js': chunk([], ['main.tsx', 'routes/client/invoices/-parts/search.ts'], START),
  'list.js': chunk(['index.js', 'shared.js'], ['routes/admin/clients/registered.tsx?tsr-split=component']),
  'shared.js': chunk(['deeper.js'], ['ui/data/table.tsx']),
  'deeper.js': chunk([], shared),
  'herd.js': chunk([], ['routes/client/herd.tsx?tsr-split=component']),
})

test('a page may import code of its own area and of shared folders', () => {
  expect(foreignCode(bundle(['features/clients/name.tsx', 'routes/admin/-parts/search.tsx']))).toEqual([])
})

test('an import from another area is reported', () => {
  expect(foreignCode(bundle(['routes/client/herd/-parts/animals.tsx']))).toEqual([
    'admin/clients/registered comes with client/herd/-parts/animals.tsx',
  ])
})
