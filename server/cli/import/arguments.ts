import { UsageError, readOptions } from '#server/cli/command.ts'

const USAGE = 'Usage: npm run import -- FILE.jsonl [--files FOLDER] [--skip-invalid] [--invite]'

export interface ImportArguments {
  file: string
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
      options: { 'skip-invalid': { type: 'boolean' }, invite: { type: 'boolean' }, files: { type: 'string' } },
    },
    USAGE,
  )
  const [file, ...others] = positionals
  if (!file || others.length > 0) throw new UsageError('', USAGE)
  return {
    file,
    skipInvalid: values['skip-invalid'] ?? false,
    invite: values.invite ?? false,
    ...(values.files !== undefined && { files: values.files }),
  }
}
