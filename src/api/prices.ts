import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as paths from '#contract/later-paths.ts'
import { PRICE_FIELDS } from '#contract/price-list.ts'
import type { PriceCsv, PriceList, PriceListBody, PriceListVersion } from '#contract/schemas/price-list.ts'
import { api, namesFields } from './http.ts'
import { readProblems } from './imports.ts'
import { isStale } from './practice-mutations.ts'
import { readItems as items } from './public-prices.ts'
import { type Fields, read } from './response-readers.ts'
import { practiceKey } from './scope.ts'

// Price lists for staff: beyond the specification.

const version = {
  version: read.requiredNumber,
  validFrom: read.day,
  publishedAt: read.moment,
  publishedBy: read.text,
  key: read.text,
} satisfies Fields<Omit<PriceList, 'items'>>

export const readPriceList = read.one(read.record<PriceList>({ ...version, items }))
export const readPriceListVersions = read.list(
  read.record<PriceListVersion>({ ...version, count: read.requiredNumber }),
)
export const readPriceCsv = read.one(
  read.record<PriceCsv>({
    items,
    problems: readProblems,
    rows: read.requiredNumber,
    columns: read.requiredItems(
      read.record({ column: read.requiredText, field: read.required(read.enumValue(PRICE_FIELDS), 'description') }),
    ),
  }),
)

export const priceQueries = {
  current: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'price-list', 'current'),
      queryFn: async ({ signal }) => readPriceList(await api.get(paths.priceList(practiceId), { signal })),
      staleTime: 0,
    }),
  versions: (practiceId: string) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'price-list', 'versions'),
      queryFn: async ({ signal }) =>
        readPriceListVersions(await api.get(paths.priceListVersions(practiceId), { signal, silent: true })),
      staleTime: 0,
    }),
  version: (practiceId: string, number: number) =>
    queryOptions({
      queryKey: practiceKey(practiceId, 'price-list', 'version', number),
      queryFn: async ({ signal }) =>
        readPriceList(await api.get(paths.priceListVersion(practiceId, number), { signal })),
      staleTime: Infinity,
    }),
}

export const priceMutations = {
  /** Publishes a list; fails with 412 if somebody published since this version. */
  publish: (practiceId: string, edited: number) =>
    mutationOptions({
      mutationFn: async (list: PriceListBody) =>
        readPriceList(
          await api.put(paths.priceList(practiceId), {
            json: list,
            ifMatch: `"${edited}"`,
            expects: (error) => namesFields(error) || isStale(error),
          }),
        ),
      meta: { invalidates: () => ({ queryKey: practiceKey(practiceId, 'price-list') }) },
    }),
}

/** Returns the items of a CSV file. The page shows why a file cannot be read. */
export const readPricesOf = async (practiceId: string, file: File): Promise<PriceCsv> =>
  readPriceCsv(
    await api.post(paths.priceListCsv(practiceId), {
      body: file,
      contentType: 'text/csv',
      expects: (error) => namesFields(error) || error.code === 'too-large',
    }),
  )
