import { expect, test } from 'vitest'
import { misplacedParts } from './parts.ts'
import { ROOT, readImports } from './rooms.ts'

test('every part stands beside the only address that shows it, or in a feature where several do', () => {
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

test('a tree where everything stands where it is shown has no problems', () => {
  expect(problemsWith({})).toEqual([])
})

test('a feature that one address shows, if by way of other parts, belongs beside that', () => {
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
])('a part of one address that %s shows as well belongs in a feature', (_, files) => {
  expect(problemsWith(files)).toContain(
    'src/routes/pets/-parts/later.tsx is on /bills/index, /pets: what several addresses show belongs in src/features/<noun>/.',
  )
})

test('a part that only another address shows stands beside the wrong one', () => {
  const problems = problemsWith({
    'src/routes/bills/index.tsx': ['src/routes/bills/-parts/bill.tsx', 'src/routes/pets/-parts/lone.tsx'],
  })
  expect(problems).toEqual([
    'src/routes/pets/-parts/lone.tsx is on /bills/index: what several addresses show belongs in src/features/<noun>/.',
  ])
})
