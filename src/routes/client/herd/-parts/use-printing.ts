import { useEffect, useState } from 'react'
import { MAX_PAGE_SIZE } from '#contract/paging.ts'
import type { PatientLogbookEntry } from '#contract/logbook.ts'
import { type HerdFilter, getHerdMedicines } from '#src/api/herd.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'

/** A longer list is drawn by the server. */
export const MOST_PRINTED = 500

export interface Printing {
  /** All of them, while they are printed. */
  entries: PatientLogbookEntry[] | undefined
  busy: boolean
  print: () => void
}

/** On the page there is a part of the list; on paper there is all of it. */
export function usePrinting(clientId: string, filter: HerdFilter): Printing {
  const [entries, setEntries] = useState<PatientLogbookEntry[]>()
  const { busy, run } = useAsyncAction(async (signal) => {
    const found: PatientLogbookEntry[] = []
    for (let page = 0, pages = 1; page < pages; page += 1) {
      const answer = await getHerdMedicines(clientId, filter, { page, size: MAX_PAGE_SIZE, signal })
      found.push(...answer.content)
      pages = answer.content.length === 0 ? 0 : answer.page.totalPages
    }
    if (!signal.aborted) setEntries(found)
  })
  // What is printed is what stands on the page, so the dialog of the browser opens once they stand there.
  useEffect(() => {
    if (!entries) return
    const printed = () => setEntries(undefined)
    window.addEventListener('afterprint', printed, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', printed)
  }, [entries])
  return { entries, busy, print: run }
}
