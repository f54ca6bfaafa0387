import { CSV_KINDS, type CsvKind } from '#contract/csv-import.ts'
import { UsageError, onlyArgument, readOptions, usageOf } from '#server/cli/command.ts'

const USAGE = usageOf(
  'import',
  'FILE --practice ID [--kind KIND] [--mapping FILE] [--check] [--files FOLDER] [--confirm] [--skip-invalid] [--invite]',
)

export interface ImportArguments {
  file: string
  /** Practice of the export. Records of another practice are rejected. */
  practiceId: string
  /** Loads even if large parts are left out or removed. */
  confirmed: boolean
  skipInvalid: boolean
  invite: boolean
  /** Dry run, which changes nothing. */
  isCheck: boolean
  /** Kind of the records of a CSV file. */
  kind?: CsvKind
  /** File with a mapping of the columns of a CSV file. */
  mapping?: string
  /** Folder of the files that the records name. */
  files?: string
}

export function readArguments(args: string[]): ImportArguments {
  const { values, positionals } = readOptions(
    {
      args,
      allowPositionals: true,
      options: {
        practice: { type: 'string' },
        confirm: { type: 'boolean' },
        'skip-invalid': { type: 'boolean' },
        invite: { type: 'boolean' },
        check: { type: 'boolean' },
        kind: { type: 'string' },
        mapping: { type: 'string' },
        files: { type: 'string' },
      },
    },
    USAGE,
  )
  const file = onlyArgument(positionals, USAGE)
  if (!values.practice) throw new UsageError('--practice is missing', USAGE)
  const kind = CSV_KINDS.find((each) => each === values.kind)
  if (values.kind !== undefined && !kind) throw new UsageError(`--kind is one of ${CSV_KINDS.join(', ')}`, USAGE)
  if (values.mapping !== undefined && !kind) throw new UsageError('--mapping needs --kind', USAGE)
  return {
    file,
    practiceId: values.practice,
    confirmed: values.confirm ?? false,
    skipInvalid: values['skip-invalid'] ?? false,
    invite: values.invite ?? false,
    isCheck: values.check ?? false,
    ...(kind && { kind }),
    ...(values.mapping !== undefined && { mapping: values.mapping }),
    ...(values.files !== undefined && { files: values.files }),
  }
}
