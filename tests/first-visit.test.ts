import { expect, test } from 'vitest'
import { named } from '../build/first-visit.ts'

const MESSAGES = { 'core.problems.conflict': 1, 'core.problems.locked': 2, 'core.text.more': 3, 'core.textual': 4 }

test.each([
  ['t("core.text.more")', ['core.text.more']],
  ['t(`core.text.more`)', ['core.text.more']],
  ["t('core.text.more', 'core.textual')", ['core.text.more', 'core.textual']],
  ['t(`core.problems.${code}`)', ['core.problems.conflict', 'core.problems.locked']],
  ['t(`core.${kind}`)', Object.keys(MESSAGES)],
  // Neither a part of a longer one, nor what only looks like it.
  ['core.text.more; t("core.text", "x.core.text.more", `core.text.mo${re}`)', []],
])('%s names %j', (code, ids) => {
  expect(Object.keys(named(code, MESSAGES))).toEqual(ids)
})
