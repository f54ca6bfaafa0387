import type { IntlShape } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'
import type { CsvCell } from '#contract/csv.ts'

/** The word for a value of a set; one that the portal does not know stays as it is. */
export function wordCell(
  value: string | null | undefined,
  ids: 'client.patients.species' | 'client.patients.sex.other' | 'client.reminders.status' | 'client.logbook.kind',
  intl: IntlShape,
): string | undefined {
  const id = `${ids}.${value}`
  return value && isMessageOf(intl, id) ? intl.formatMessage({ id }) : (value ?? undefined)
}

const isMessageOf = ({ messages }: IntlShape, id: string): id is MessageId => Object.hasOwn(messages ?? {}, id)

export const flagCell = (value: boolean | null | undefined, { formatMessage }: IntlShape) =>
  value == null ? undefined : formatMessage({ id: value ? 'client.myData.yes' : 'client.myData.no' })

/** The columns of a table: what is above one, and what is in it. */
export type Columns<T> = readonly (readonly [heading: MessageId, cell: (record: T, intl: IntlShape) => CsvCell])[]
