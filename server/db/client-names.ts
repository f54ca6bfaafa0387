import { splitLastName } from '#contract/names.ts'
import { foldName } from '#contract/fold-name.ts'

/** The two derived columns of a client; written with every client. */
export function clientNames(
  lastName: string,
  firstName: string | null | undefined,
): { search_name: string; sort_name: string } {
  return {
    search_name: foldName(lastName),
    sort_name: `${foldName(splitLastName(lastName).main)}\t${foldName(firstName ?? '')}`,
  }
}
