import { expect, test } from 'vitest'
import { misplacedParts } from './parts.ts'
import { ROOT, readImports } from './import-graph.ts'

test('every component in src is in the folder of the only route that uses it, or in a feature', () => {
  const imports = readImports(ROOT, ['src'])
  expect(imports.get('src/routes/client/invoices.tsx')).toContain('src/api/invoices.ts')
  expect(misplacedParts(imports)).toEqual([])
})

const TREE: Record<string, string[]> = {
  'src/main.tsx': ['src/app.tsx'],
  'src/router.ts': ['src/routes/-parts/failure.tsx'],
  'src/routes/__root.tsx': ['src/routes/-parts/failure.tsx'],
  'src/routes/pets.tsx': ['src/routes/pets/-parts/pets.tsx', 'src/features/pets/tile.tsx'],
  'src/routes/pets/-parts/pets.tsx': ['src/routes/pets/-parts/pets.module.css', 'src/routes/pets/-parts/later.tsx'],
  'src/routes/bills/index.tsx': ['src/routes/bills/-parts/bill.tsx'],
  'src/routes/bills/-parts/bill.tsx': ['src/features/pets/tile.tsx', 'src/api/pets.ts'],
  'src/features/pets/tile.tsx': ['src/features/pets/shape.ts'],
}

const problemsWith = (files: Record<string, string[]>) => misplacedParts(new Map(Object.entries({ ...TREE, ...files })))

test('misplacedParts accepts components in the right folder', () => {
  expect(problemsWith({})).toEqual([])
})

test('misplacedParts reports a feature that only one route uses, even indirectly', () => {
  const problems = problemsWith({
    'src/routes/pets/-parts/pets.tsx': ['src/features/pets/age.tsx'],
    'src/features/pets/age.tsx': ['src/features/pets/years.ts'],
  })
  expect(problems).toEqual([
    'src/features/pets/age.tsx is on one address only, /pets: it belongs beside that, in -parts/.',
    'src/features/pets/years.ts is on one address only, /pets: it belongs beside that, in -parts/.',
  ])
})

test.each<[string, Record<string, string[]>]>([
  ['another address', { 'src/routes/bills/-parts/bill.tsx': ['src/routes/pets/-parts/later.tsx'] }],
  [
    'another address by way of a feature',
    {
      'src/routes/bills/-parts/bill.tsx': ['src/features/pets/tile.tsx'],
      'src/features/pets/tile.tsx': ['src/routes/pets/-parts/later.tsx'],
    },
  ],
])('misplacedParts reports a component of one route that %s also uses', (_, files) => {
  expect(problemsWith(files)).toContain(
    'src/routes/pets/-parts/later.tsx is on /bills/index, /pets: what several addresses show belongs in src/features/<noun>/.',
  )
})

test('misplacedParts reports a component that only another route uses', () => {
  const problems = problemsWith({
    'src/routes/bills/index.tsx': ['src/routes/bills/-parts/bill.tsx', 'src/routes/pets/-parts/lone.tsx'],
  })
  expect(problems).toEqual([
    'src/routes/pets/-parts/lone.tsx is on /bills/index: what several addresses show belongs in src/features/<noun>/.',
  ])
})
