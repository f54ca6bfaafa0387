import { UsageError, onlyArgument, readOptions, usageOf } from '#server/cli/command.ts'

const USAGE = usageOf('import', 'FILE.jsonl --practice ID [--files FOLDER] [--confirm] [--skip-invalid] [--invite]')

export interface ImportArguments {
  file: string
  /** Practice of the export. Records of another practice are rejected. */
  practiceId: string
  /** Loads even if large parts are left out or removed. */
  confirmed: boolean
  skipInvalid: boolean
  invite: boolean
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
        files: { type: 'string' },
      },
    },
    USAGE,
  )
  const file = onlyArgument(positionals, USAGE)
  if (!values.practice) throw new UsageError('--practice is missing', USAGE)
  return {
    file,
    practiceId: values.practice,
    confirmed: values.confirm ?? false,
    skipInvalid: values['skip-invalid'] ?? false,
    invite: values.invite ?? false,
    ...(values.files !== undefined && { files: values.files }),
  }
}
