import { UsageError } from '#server/cli/command.ts'

/** `--smallest` runs each part once on little data, to check that the parts work. The figures mean nothing. */
export const IS_SMALLEST = process.argv.includes('--smallest')

/** Returns `smallest` with the option `--smallest`, otherwise `usual`. */
export const sized = (usual: number, smallest: number): number => (IS_SMALLEST ? smallest : usual)

/** Parses an option as a whole number of at least `least`. Throws `UsageError`. */
export function numberOf(option: string, text: string, { least, usage }: { least: number; usage: string }): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least)
    throw new UsageError(`--${option} must be a whole number, ${least} or more`, usage)
  return value
}

/** Parses the comma-separated names of `--only`; returns all names without that option. Throws `UsageError`. */
export function chosenOf<Name extends string>(only: string | undefined, names: readonly Name[], usage: string): Name[] {
  if (only === undefined) return [...names]
  return only.split(',').map((text) => {
    const name = names.find((known) => known === text)
    if (name === undefined) throw new UsageError(`--only takes ${names.join(', ')}; "${text}" is none of them`, usage)
    return name
  })
}
