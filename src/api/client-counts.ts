import type { NewsOfClient, PracticeNews } from '#contract/schemas/news.ts'
import { read } from './response-readers.ts'

const ofClient = read.record<NewsOfClient>({
  at: read.requiredMoment,
  client: read.record({ uuid: read.requiredText, name: read.requiredText }),
})

/** Reads a number of clients with the latest of them. */
export const readClientCount = read.one(
  read.record<PracticeNews['activations']>({
    count: read.requiredNumber,
    latest: read.requiredItems(ofClient),
  }),
)
