import { boundContent } from '#contract/estimate.ts'
import type { EstimateContent } from '#contract/schemas/estimate.ts'
import { parseStored } from '#server/db/stored.ts'
import type { Database, EstimateTable } from '#server/db/schema.ts'
import { sha256 } from '#server/http/keys.ts'

/** Returns the content of an estimate; undefined if its row is unreadable. */
export const contentOf = ({ data }: Pick<EstimateTable, 'data'>): EstimateContent | undefined =>
  parseStored('estimate', data)

export const hashOf = (content: EstimateContent): Promise<string> => sha256(boundContent(content))

/** Returns the answer to the present content, if any. */
export const presentAnswer = (db: Database, estimateId: string) =>
  db
    .selectFrom('estimate_answer')
    .selectAll()
    .where('estimate_uuid', '=', estimateId)
    .where('void_at', 'is', null)
    .executeTakeFirst()
