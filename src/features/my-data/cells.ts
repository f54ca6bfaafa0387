import type { IntlShape } from 'react-intl'
import type { MessageId } from '#src/lib/intl.tsx'

/** A day as spreadsheets in Dutch read it; of a moment its day. */
export const dayCell = (date: string | null | undefined) => date?.slice(0, 10).split('-').toReversed().join('-')

/** A number that is not money, with as many decimals as it has. */
export const numberCell = (value: number | null | undefined) => value?.toString().replace('.', ',')

/** The word for a value of a set; one that the portal does not know stays as it is. */
export function wordCell(
  value: string | null | undefined,
  ids: 'client.patients.species' | 'client.patients.sex.other' | 'client.reminders.status' | 'client.logbook.kind',
  intl: IntlShape,
): string | undefined {
  const id = `${ids}.${value}`
  return value && Object.hasOwn(intl.messages ?? {}, id)
    ? intl.formatMessage({ id: id as MessageId })
    : (value ?? undefined)
}

export const flagCell = (value: boolean | null | undefined, { formatMessage }: IntlShape) =>
  value == null ? undefined : formatMessage({ id: value ? 'client.myData.yes' : 'client.myData.no' })
