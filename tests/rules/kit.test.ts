import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/** Components that only other components use, or that render nothing by themselves. */
const NOT_ON_PAGE =
  'Asterisk BelowTitle CancelButton CloseButton DialogForm Field FormDraftContext GroupFrame HiddenFileInput InSidebar Modal ModalBody ModalFoot MonthPanel NativeSelect Notes PickerGrid SidebarPlace UnsavedChanges WallTiles'

test('the kit page shows every component of src/ui', () => {
  const components = globSync('src/ui/**/*.tsx', { cwd: ROOT })
    .filter((file) => !/test(ing)?\.tsx$/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/^export (?:function|const) ([A-Z][a-z]\w*)/gm)].map(([, name]) => name!),
    )
  const page = globSync('tools/kit/groups/*.tsx', { cwd: ROOT }).map(read).join('\n')
  expect(components.length).toBeGreaterThan(80)
  const missing = components.filter((name) => !new RegExp(`<(tables\\.)?${name}\\b|part\\(\\s*${name},`).test(page))
  expect(missing.toSorted()).toEqual(NOT_ON_PAGE.split(' '))
})
