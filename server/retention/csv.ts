import { csvLines, dayCell } from '#contract/csv.ts'
import type { IsoDate } from '#contract/fields.ts'
import type { RetentionKind } from '#contract/retention.ts'

/** As the portal calls them in the language of the practices. */
const KINDS: Readonly<Record<RetentionKind, string>> = {
  invoice: 'Factuur',
  logbookEntry: 'Logboekregel',
  visitForm: 'Bezoekformulier',
  attachment: 'Bijlage',
  reminder: 'Herinnering',
  appointment: 'Afspraak',
  photo: 'Foto bij een verzoek',
  request: 'Verzoek',
  audit: 'Activiteit',
}

export interface RehearsedRecord {
  kind: RetentionKind
  day: IsoDate
  id: string
  clientId: string | null
  clientNumber: string | null
}

export const RECORDS_HEAD = csvLines([['Soort', 'Datum', 'Record', 'Cliënt', 'Cliëntnummer']])

/** Without names, because the file is kept longer than what it is about. */
export const recordLines = (records: readonly RehearsedRecord[]): string =>
  csvLines(
    records.map(({ kind, day, id, clientId, clientNumber }) => [KINDS[kind], dayCell(day), id, clientId, clientNumber]),
  )
