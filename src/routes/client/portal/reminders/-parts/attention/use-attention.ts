import { useQueries, useQuery } from '@tanstack/react-query'
import { attachmentQueries } from '#src/api/attachments.ts'
import { ATTACHMENT_TYPES } from '#contract/attachment.ts'
import { type OpenOfAll, openOfAll } from '#src/features/invoices/amounts.ts'
import { invoiceQueries } from '#src/api/invoices.ts'
import { visitFormQueries } from '#src/api/visit-forms.ts'
import type { IsoDate } from '#src/lib/dates.ts'
import { type RecentDocument, newestDocuments, documentOfAttachment, documentOfVisit } from './documents.ts'

interface Attention {
  /** Null: nothing, or not known. */
  toPay: OpenOfAll | null
  documents: RecentDocument[]
  arrived: 'none' | 'money' | 'all'
  /** All calls were answered, so that nothing means that there is nothing. */
  isKnown: boolean
}

/** What else there is for an owner, asked for when the page stands there already. */
export function useAttention(clientId: string, today: IsoDate): Attention {
  const invoices = useQuery(invoiceQueries.unpaid(clientId))
  const visits = useQuery(visitFormQueries.newest(clientId))
  const attachments = useQueries({ queries: ATTACHMENT_TYPES.map((type) => attachmentQueries.newest(clientId, type)) })
  const documents = [visits, ...attachments]
  const open = invoices.data ? openOfAll(invoices.data, today) : null
  return {
    toPay: open && asksForMoney(open) ? open : null,
    documents: newestDocuments([
      ...(visits.data?.content ?? []).map(documentOfVisit),
      ...attachments.flatMap(({ data }, index) =>
        (data?.content ?? []).map((attachment) => documentOfAttachment(attachment, ATTACHMENT_TYPES[index]!)),
      ),
    ]),
    arrived: invoices.isPending ? 'none' : documents.some(({ isPending }) => isPending) ? 'money' : 'all',
    isKnown: [invoices, ...documents].every(({ isSuccess }) => isSuccess),
  }
}

/** What the practice owes need not be paid. */
const asksForMoney = ({ count, sum }: OpenOfAll) => count > 0 && (sum === null || sum > 0)
