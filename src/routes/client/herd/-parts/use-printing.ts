import { useState } from 'react'
import { flushSync } from 'react-dom'
import { MAX_PAGE_SIZE } from '#contract/paging.ts'
import type { HerdMedicines } from '#contract/schemas/herd.ts'
import { type HerdFilter, getHerdMedicines } from '#src/api/herd.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'

/** A longer list is drawn by the server. */
export const MOST_PRINTED = 500

export interface Printing {
  /** All of them, while they are printed. */
  printed: Pick<HerdMedicines, 'content' | 'animals'> | undefined
  busy: boolean
  print: () => void
}

/** On the page there is a part of the list; on paper there is all of it. */
export function usePrinting(clientId: string, filter: HerdFilter): Printing {
  const [printed, setPrinted] = useState<Printing['printed']>()
  const { busy, run } = useAsyncAction(async (signal) => {
    const found: NonNullable<Printing['printed']> = { content: [], animals: [] }
    for (let page = 0, pages = 1; page < pages; page += 1) {
      const answer = await getHerdMedicines(clientId, filter, { page, size: MAX_PAGE_SIZE, signal })
      found.content.push(...answer.content)
      found.animals.push(...answer.animals)
      pages = answer.content.length === 0 ? 0 : answer.page.totalPages
    }
    if (signal.aborted) return
    window.addEventListener('afterprint', () => setPrinted(undefined), { once: true })
    // What is printed is what stands on the page, so the dialog of the browser opens once they stand there.
    flushSync(() => setPrinted(found))
    window.print()
  })
  return { printed, busy, print: run }
}
