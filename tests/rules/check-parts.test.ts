import { expect, test } from 'vitest'
import { misplacedParts } from '#tools/build/check-parts.ts'

const TREE = {
  'src/routeTree.gen.ts': `import { Route } from './routes/pets.tsx'`,
  'src/main.tsx': `import { App } from './app.tsx'`,
  'src/router.ts': `import { Failure } from '#src/routes/-parts/failure.tsx'`,
  'src/routes/__root.tsx': `import { Failure } from './-parts/failure.tsx'`,
  'src/routes/-parts/failure.tsx': '',
  'src/routes/pets.tsx': `import { Pets } from './pets/-parts/pets.tsx'\nexport { Tile } from '#src/features/pets/tile.tsx'`,
  'src/routes/pets/-parts/pets.tsx': `import styles from './pets.module.css'\nconst load = () => import('./later.tsx')`,
  'src/routes/pets/-parts/pets.module.css': '',
  'src/routes/pets/-parts/later.tsx': '',
  'src/routes/bills/index.tsx': `import { Bill } from './-parts/bill.tsx'`,
  'src/routes/bills/-parts/bill.tsx': `import {\n  Tile,\n} from '#src/features/pets/tile.tsx'\nimport { type Pet, petQueries } from '#src/api/pets.ts'`,
  'src/features/pets/tile.tsx': `import { shape } from './shape.ts'\nimport type { Options } from '#src/api/http.ts'\nimport { type Api } from '#src/api/http.ts'`,
  'src/features/pets/shape.ts': '',
  'src/features/pets/shape.test.ts': `import { shape } from './shape.ts'`,
  'src/api/pets.ts': `import { api } from './http.ts'`,
  'src/api/http.ts': '',
}

const problemsWith = (files: Record<string, string>) => misplacedParts(new Map(Object.entries({ ...TREE, ...files })))

test('a tree where everything stands where it is shown has no problems', () => {
  expect(problemsWith({})).toEqual([])
})

test('a feature that one address shows, if by way of other parts and of its own test, belongs beside that', () => {
  const problems = problemsWith({
    'src/routes/pets/-parts/pets.tsx': `import { Age } from '#src/features/pets/age.tsx'`,
    'src/features/pets/age.tsx': `import { years } from './years.ts'`,
    'src/features/pets/years.ts': '',
    'src/features/pets/years.test.ts': `import { years } from './years.ts'`,
  })
  expect(problems).toEqual([
    'src/features/pets/age.tsx is on one address only, /pets: it belongs beside that, in -parts/.',
    'src/features/pets/years.ts is on one address only, /pets: it belongs beside that, in -parts/.',
  ])
})

test.each([
  [
    'another address',
    { 'src/routes/bills/-parts/bill.tsx': `import { Later } from '#src/routes/pets/-parts/later.tsx'` },
  ],
  [
    'another address by way of a feature',
    {
      'src/routes/bills/-parts/bill.tsx': `import { Tile } from '#src/features/pets/tile.tsx'`,
      'src/features/pets/tile.tsx': `const load = () => import('#src/routes/pets/-parts/later.tsx')`,
    },
  ],
])('a part of one address that %s shows as well belongs in a feature', (_, files) => {
  expect(problemsWith(files)).toContain(
    'src/routes/pets/-parts/later.tsx is on /bills/index, /pets: what several addresses show belongs in src/features/<noun>/.',
  )
})

test('a part that only another address shows stands beside the wrong one', () => {
  const problems = problemsWith({
    'src/routes/pets/-parts/lone.tsx': '',
    'src/routes/bills/index.tsx': `import './-parts/bill.tsx'\nimport '../pets/-parts/lone.tsx'`,
  })
  expect(problems).toEqual([
    'src/routes/pets/-parts/lone.tsx is on /bills/index: what several addresses show belongs in src/features/<noun>/.',
  ])
})

test.each(['src/features/pets/tile.tsx', 'src/routes/pets/-parts/later.tsx', 'src/ui/tile.tsx'])(
  '%s does not call the API by itself',
  (file) => {
    expect(problemsWith({ [file]: `import { type Api, api } from '#src/api/http.ts'` })).toContain(
      `${file} calls the API by itself: calls stand in src/api/, in the module of their noun.`,
    )
  },
)
