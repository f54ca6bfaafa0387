import { useQueries, useQuery } from '@tanstack/react-query'
import type { AttachmentType } from '#contract/attachment.ts'
import type { Invoice } from '#contract/invoice.ts'
import type { Page } from '#contract/paging.ts'
import { attachmentQueries } from '#src/features/attachments/queries.ts'
import { invoiceQueries, unpaid } from '#src/features/invoices/queries.ts'
import { isLate, isWhole, sumOfOpen } from '#src/features/invoices/sums.ts'
import { visitFormQueries } from '#src/features/visit-forms/queries.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import { type Paper, newestPapers, paperOfAttachment, paperOfVisit } from './papers.ts'

const TYPES: readonly AttachmentType[] = ['lab-results', 'treatment-plans', 'agreements', 'attachments']

export interface ToPay {
  count: number
  /** Of all; none is told where not all are here. */
  late: number
  /** In euros; null where not all of it is known. */
  sum: number | null
}

interface Attention {
  /** Null: nothing, or not known. */
  toPay: ToPay | null
  papers: Paper[]
  arrived: 'none' | 'money' | 'all'
  /** All calls were answered, so that nothing means that there is nothing. */
  isKnown: boolean
}

/** What else there is for an owner, asked for when the page stands there already. */
export function useAttention(clientId: string, today: IsoDate): Attention {
  const invoices = useQuery(invoiceQueries.whole(clientId, unpaid))
  const visits = useQuery(visitFormQueries.newest(clientId))
  const attachments = useQueries({ queries: TYPES.map((type) => attachmentQueries.newest(clientId, type)) })
  const papers = [visits, ...attachments]
  return {
    toPay: invoices.data ? toPayOf(invoices.data, today) : null,
    papers: newestPapers([
      ...(visits.data?.content ?? []).map(paperOfVisit),
      ...attachments.flatMap(({ data }, index) =>
        (data?.content ?? []).map((attachment) => paperOfAttachment(attachment, TYPES[index]!)),
      ),
    ]),
    arrived: invoices.isPending ? 'none' : papers.some(({ isPending }) => isPending) ? 'money' : 'all',
    isKnown: [invoices, ...papers].every(({ isSuccess }) => isSuccess),
  }
}

function toPayOf(page: Page<Invoice>, today: IsoDate): ToPay | null {
  // An API that does not know the filter sends what is paid as well, and then its total says nothing.
  const open = page.content.filter(({ status }) => status !== 'PAID')
  const whole = isWhole(page)
  const isFiltered = open.length === page.content.length
  const count = isFiltered ? page.page.totalElements : whole ? open.length : 0
  if (count === 0) return null
  const cents = whole ? sumOfOpen(open) : null
  return {
    count,
    late: whole ? open.filter((invoice) => isLate(invoice, today)).length : 0,
    sum: cents !== null && cents > 0 ? cents / 100 : null,
  }
}
