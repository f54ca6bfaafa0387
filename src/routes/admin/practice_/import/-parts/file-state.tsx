import { FormattedMessage } from 'react-intl'
import type { CsvState } from '#contract/csv-import.ts'
import { Status } from '#src/ui/data/status.tsx'

const TONES: Partial<Record<CsvState, 'ok' | 'warn' | 'bad'>> = {
  checked: 'warn',
  done: 'ok',
  refused: 'bad',
  interrupted: 'warn',
}

/** State of an uploaded CSV file. */
export const FileState = ({ state }: { state: CsvState }) => (
  <Status tone={TONES[state]}>
    <FormattedMessage id={`admin.csvImport.states.${state}`} />
  </Status>
)
