import type { IntlShape } from 'react-intl'
import type { CsvCell } from '#src/lib/files/csv.ts'
import type { MessageId } from '#src/lib/intl.tsx'

/** The columns of a table: what is above one, and what is in it. */
export type Columns<T> = readonly (readonly [heading: MessageId, cell: (record: T, intl: IntlShape) => CsvCell])[]
