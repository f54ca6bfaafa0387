import { cleanup, render, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MESSAGES } from '#harness/messages.ts'
import { GROUPS } from '#tools/kit/all.ts'
import { idOf, kit } from '#tools/kit/page.tsx'

// tests/browser/kit.spec.ts checks the page in a browser.

test.each(GROUPS.flatMap(({ parts }) => Object.keys(parts)))(
  'the kit component %s renders in both languages without a React warning',
  async (name) => {
    const warn = vi.spyOn(console, 'error').mockImplementation(() => {})
    for (const language of ['nl', 'en'] as const) {
      render(kit({ theme: 'system', language }, MESSAGES[language] as never, idOf(name)))
      await waitFor(() => expect(document.title).toBe(name))
      expect(document.body.textContent).not.toMatch(/\bcore\.|\{\w+\}/)
      cleanup()
      document.title = ''
    }
    expect(warn.mock.calls).toEqual([])
  },
)
