import { UsageError } from '#server/cli/command.ts'

/** `--smallest`: each part runs once on little data, which shows that it works. Its figures mean nothing. */
export const IS_SMALLEST = process.argv.includes('--smallest')

/** Returns the number for a measurement, or the number for `--smallest`. */
export const sized = (usual: number, smallest: number): number => (IS_SMALLEST ? smallest : usual)

/** A whole number, not below `least`. */
export function numberOf(option: string, text: string, { least, usage }: { least: number; usage: string }): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least)
    throw new UsageError(`--${option} must be a whole number, ${least} or more`, usage)
  return value
}

/** The names that `--only` has, separated by commas; all where it is not there. */
export function chosenOf<Name extends string>(only: string | undefined, names: readonly Name[], usage: string): Name[] {
  if (only === undefined) return [...names]
  return only.split(',').map((text) => {
    const name = names.find((known) => known === text)
    if (name === undefined) throw new UsageError(`--only takes ${names.join(', ')}; "${text}" is none of them`, usage)
    return name
  })
}
