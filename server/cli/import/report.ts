import type { ImportProblem, ImportWarnings, LargePart } from '#contract/schemas/imports.ts'
import type { LargeLoss } from '#contract/imports.ts'
import type { LoadReport } from '#server/import/load.ts'
import { RECORD_KINDS } from '#server/import/records.ts'
import type { FilesReport } from './store-files.ts'

const number = (value: number) => value.toLocaleString('en')
const times = (count: number, one: string, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`

export function reportLines(report: LoadReport): { errors: string[]; output: string[] } {
  const { loaded, problems, warnings, large, changes, addressChanges, unregistered, notInvited } = report
  const errors = problems.first.map(asLine)
  if (problems.count > problems.first.length)
    errors.push(`and ${times(problems.count - problems.first.length, 'more problem')}`)
  const wrong = `${times(problems.lines, 'line')} with problems`
  if (!loaded && problems.count > 0)
    return { errors: [...errors, `Nothing was loaded: ${wrong}. --skip-invalid loads the rest.`], output: [] }
  if (problems.count > 0) errors.push(`Left out: ${wrong}.`)
  errors.push(...warningLines(warnings))
  if (!changes) return { errors: [...errors, ...largeLines(large)], output: [] }
  if (large.length > 0) errors.push(...largeLines(large))

  const further = (['removed', 'replaced'] as const).filter((name) =>
    RECORD_KINDS.some((kind) => (changes[kind][name] ?? 0) > 0),
  )
  const columns = ['added', 'updated', 'unchanged', ...further] as const
  const output = [['', ...columns]]
  for (const kind of RECORD_KINDS) output.push([kind, ...columns.map((name) => number(changes[kind][name] ?? 0))])
  const invitations = [
    `${times(notInvited, 'registered client')} not invited yet. Invite them with --invite or in the portal.`,
  ]
  if (!loaded) return { errors, output: [...output.map(asRow), 'Dry run: nothing was loaded.'] }
  return {
    errors,
    output: [
      ...output.map(asRow),
      ...ofExpired(changes),
      ...addressChangeLines(addressChanges),
      ...notRegistered(unregistered),
      ...(notInvited > 0 ? invitations : []),
    ],
  }
}

const asLine = ({ line, field, column = field, given, reason, wholeLine }: ImportProblem) =>
  `${line === 0 ? 'the export' : `line ${line}`}: ${column ? `${column} ` : ''}${given ? `"${given}" ` : ''}${reason}${wholeLine ? ' (line left out)' : ''}`

function warningLines({ count, first, kinds = {} }: ImportWarnings): string[] {
  if (count === 0) return []
  const lines = [`${times(count, 'warning')}:`, ...first.map(asLine)]
  if (count > first.length) lines.push(`and ${times(count - first.length, 'more warning')}`)
  for (const [kind, { leftOut, reasons }] of Object.entries(kinds)) {
    const counted = Object.entries(reasons).map(([reason, occurrences]) => `${reason} ${number(occurrences)}`)
    if (counted.length > 0) lines.push(`${kind}: ${times(leftOut, 'line')} left out (${counted.join(', ')})`)
  }
  return lines
}

const LOSSES: Record<LargeLoss, string> = {
  leftOut: 'lines would be left out',
  removed: 'records would be removed',
  readdressed: 'registered clients would get another e-mail address',
}

const largeLines = (large: readonly LargePart[]): string[] => [
  ...large.map(({ kind, what, count, of }) => `${kind}: ${number(count)} of ${number(of)} ${LOSSES[what]}`),
  'Nothing was loaded. To load it anyway, run the command again with --confirm.',
]

const asRow = ([name = '', ...figures]: string[]) =>
  `${name.padEnd(14)}${figures.map((figure) => figure.padStart(11)).join('')}`

function ofExpired(changes: NonNullable<LoadReport['changes']>): string[] {
  const expired = RECORD_KINDS.reduce((sum, kind) => sum + (changes[kind].expired ?? 0), 0)
  return expired > 0 ? [`${times(expired, 'record')} left out: past the retention period of the practice.`] : []
}

const addressChangeLines = ({ mailed }: LoadReport['addressChanges']): string[] =>
  mailed > 0
    ? [
        `${times(mailed, 'client')} with another e-mail address. A mail asks to confirm it; until then the former address stays in use.`,
      ]
    : []

const notRegistered = ({ noAddress }: LoadReport['unregistered']): string[] =>
  noAddress > 0
    ? [`${times(noAddress, 'client')} marked as registered without an e-mail address: loaded as not registered.`]
    : []

export function filesLines(
  { stored, unchanged, removed, notFound, leftOut, failed }: FilesReport,
  hasFolder: boolean,
): {
  errors: string[]
  output: string[]
} {
  const output = hasFolder ? [`${times(stored, 'file')} stored, ${number(unchanged)} unchanged.`] : []
  if (removed > 0) output.push(`${times(removed, 'file')} removed: no record names them any more.`)
  const errors = []
  if (notFound > 0) errors.push(`${times(notFound, 'file')} not found in the folder.`)
  if (leftOut > 0) errors.push(`${times(leftOut, 'file')} left out.`)
  if (failed === 'quota-full')
    errors.push(
      'No more files were stored: the practice has reached its quota (npm run practices). The records were loaded. Import them again for the other files.',
    )
  else if (failed !== undefined)
    errors.push(
      `No more files could be stored or removed (${failed}). The records were loaded. Import them again for the other files.`,
    )
  return { errors, output }
}
