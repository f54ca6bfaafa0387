import { queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/later-paths.ts'
import type { PriceItem, PublicPriceList } from '#contract/schemas/price-list.ts'
import { canSignedOut } from '#src/lib/api-root.ts'
import { api } from './http.ts'
import { read } from './response-readers.ts'

// Published prices: beyond the specification. Separate from prices.ts, so that the public page comes without the code of staff.

export const readItems = read.requiredItems(
  read.record<PriceItem>({
    category: read.requiredText,
    description: read.requiredText,
    note: read.text,
    price: read.required(read.amount, 0),
    from: read.flag,
    unit: read.text,
  }),
)
export const readPublicPrices = read.one(
  read.record<PublicPriceList>({
    practice: read.one(
      read.record<PublicPriceList['practice']>({
        id: read.requiredText,
        name: read.requiredText,
        title: read.text,
        phone: read.text,
        website: read.text,
        bookingUrl: read.text,
        logoUrl: read.text,
        colour: read.text,
      }),
    ),
    validFrom: read.day,
    items: readItems,
  }),
)
/** Published prices, for anybody; null for an unknown practice, and on an API without price lists. */
export const publicPricesQuery = (practiceId: string) =>
  queryOptions({
    queryKey: ['prices', practiceId],
    queryFn: async () => {
      if (!canSignedOut('price-list')) return null
      // The call needs no session, so it sends no token.
      const response = await api.get(paths.publicPrices(practiceId), { token: '', nullOn404: true })
      return response === null ? null : readPublicPrices(response)
    },
  })
